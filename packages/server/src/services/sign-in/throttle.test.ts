import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThrottle } from './throttle.ts'

function clocked() {
  let at = Date.parse('2026-11-15T12:00:00.000Z')
  const throttle = createThrottle(() => new Date(at))
  const isFree = (who: Parameters<typeof throttle.admit>[0]): boolean => {
    try {
      throttle.admit(who)
      return true
    } catch {
      return false
    }
  }
  return {
    ...throttle,
    isFree,
    pass: (ms: number) => {
      at += ms
    },
  }
}

const times = (n: number, run: (n: number) => void): void => {
  for (let one = 0; one < n; one++) run(one)
}

test('a person is guarded whatever address the guesses come from', () => {
  const { failed, isFree, pass } = clocked()
  times(5, (n) => failed({ person: 'ada@example.com', address: `203.0.113.${n}` }))
  assert.equal(isFree({ person: 'ADA@example.com', address: '198.51.100.1' }), false)
  assert.equal(isFree({ person: 'grace@example.com', address: '203.0.113.1' }), true)
  pass(1_000)
  assert.equal(isFree({ person: 'ada@example.com', address: '198.51.100.1' }), true)
})

test('the wait doubles up to a quarter of an hour, and after an hour of quiet all is forgotten', () => {
  const { failed, isFree, pass } = clocked()
  const who = { person: 'ada@example.com', address: '203.0.113.1' }
  times(30, () => failed(who))
  pass(15 * 60_000 - 1)
  assert.equal(isFree(who), false)
  pass(1)
  assert.equal(isFree(who), true)
  pass(60 * 60_000)
  times(4, () => failed(who))
  assert.equal(isFree(who), true)
})

test('who signs in as oneself between guesses does not make an address innocent', () => {
  const { failed, succeeded, isFree } = clocked()
  const address = '203.0.113.1'
  times(49, (n) => {
    failed({ person: `person-${n}@example.com`, address })
    failed({ person: 'mallory@example.com', address })
    succeeded({ person: 'mallory@example.com', address })
  })
  failed({ person: 'last@example.com', address })
  assert.equal(isFree({ person: 'another@example.com', address }), false)
})

test('a browser of one’s own waits for its own failures only', () => {
  const { failed, isFree } = clocked()
  const stranger = { person: 'ada@example.com', address: '203.0.113.1' }
  const own = { ...stranger, device: 'a1' }
  times(60, () => failed(stranger))
  assert.deepEqual([isFree(stranger), isFree(own)], [false, true])
  times(5, () => failed(own))
  assert.equal(isFree(own), false)
  assert.equal(isFree({ ...own, device: 'b2' }), true)
})
