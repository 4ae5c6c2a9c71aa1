import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createWritePace } from './write-pace.ts'

function createPaceAt(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loop = { ms: 1_000, events: 500 }
  const pace = createWritePace({ now: () => loop.ms, events: () => loop.events })
  const queue: string[] = []
  const arrive = (count: number): void => {
    for (let n = 0; n < count; n += 1) pace.arrived(queue.push('a write'))
  }
  /** Whether it still waits after so many milliseconds. */
  const waitsAfter = async (ms: number): Promise<boolean> => {
    let isOver = false
    void pace.gather(queue).then(() => {
      isOver = true
    })
    t.mock.timers.tick(ms)
    await turn()
    return !isOver
  }
  /** A commit, after which others make the loop busy. */
  const commit = (): void => {
    pace.committed(queue.length)
    queue.length = 0
    loop.events += 64
  }
  return { loop, pace, queue, arrive, commit, waitsAfter }
}

test('the first write is committed at once', async (t) => {
  const { arrive, waitsAfter } = createPaceAt(t)
  arrive(1)
  assert.equal(await waitsAfter(0), false)
})

test('while the loop is busy, a write waits until 20 ms after the last commit, for others to join it', async (t) => {
  const { loop, arrive, commit, waitsAfter } = createPaceAt(t)
  commit()
  arrive(1)
  loop.ms += 5
  assert.equal(await waitsAfter(14), true)
  t.mock.timers.tick(1)
  loop.ms += 15
  assert.equal(await waitsAfter(0), false)
})

test('it waits no longer than until eight have come', async (t) => {
  const { pace, queue, arrive, commit } = createPaceAt(t)
  commit()
  arrive(1)
  let isOver = false
  void pace.gather(queue).then(() => {
    isOver = true
  })
  arrive(6)
  await turn()
  assert.equal(isOver, false)
  arrive(1)
  await turn()
  assert.equal(isOver, true)
})

test('whoever writes alone waits in vain twice and no more, until two writes meet', async (t) => {
  const { arrive, commit, waitsAfter } = createPaceAt(t)
  for (const waits of [true, true, false, false]) {
    commit()
    arrive(1)
    assert.equal(await waitsAfter(0), waits)
    t.mock.timers.tick(20)
    await turn()
  }
  arrive(1)
  commit()
  arrive(1)
  assert.equal(await waitsAfter(0), true)
})

test('a few writers among themselves never wait, and neither do many', async (t) => {
  const { loop, pace, queue, arrive, waitsAfter } = createPaceAt(t)
  pace.committed(1)
  loop.ms += 1
  arrive(4)
  loop.events += 8
  assert.equal(await waitsAfter(0), false)
  arrive(3)
  loop.events += 28
  assert.equal(await waitsAfter(0), false, 'Seven writers, each on a new connection.')
  arrive(1)
  loop.events += 64
  assert.equal(queue.length, 8)
  assert.equal(await waitsAfter(0), false)
})
