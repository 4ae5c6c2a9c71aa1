import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHistory } from './history.ts'
import { keptLength, readTouched, writeTouched } from './touched-line.ts'
import { type Touched, withTouch } from './touched.ts'

const changed = (id: string, ...fields: string[]): Touched => new Map([[id, new Set(fields)]])

test('a history knows what was touched since any revision that it reaches back to', () => {
  const history = createHistory(10)
  history.append(12, changed('a', 'name'))
  history.append(15, new Map([['b', null]]))
  assert.equal(history.revision, 15)
  assert.equal(history.hasTouched('a', 10), true)
  assert.equal(history.hasTouched('a', 12), false)
  assert.equal(history.hasTouched('b', 12), true)
  assert.equal(history.hasTouched('c', 10), false)
  assert.equal(history.hasTouched('c', 9), true, 'nobody knows')
  assert.equal(history.stepsSince(9), undefined)
  assert.deepEqual(
    history.stepsSince(10)?.map(({ id }) => id),
    ['b', 'a'],
  )
  assert.deepEqual(history.stepsSince(15), [])
  history.append(16, 'anything')
  assert.equal(history.hasTouched('c', 15), true)
  assert.deepEqual(history.stepsSince(16), [])
})

test('a long history forgets its beginning, and says so', () => {
  const history = createHistory(0)
  for (let revision = 1; revision <= 10_000; revision += 1)
    history.append(revision, changed(`r${revision % 50}`, 'x'))
  assert.ok(history.length <= 4_096)
  assert.equal(history.stepsSince(1), undefined)
  assert.equal(history.hasTouched('other', 1), true)
  assert.equal(history.hasTouched('other', 9_000), false)
  assert.equal(history.hasTouched('r49', 9_990), true)
  assert.equal(history.hasTouched('r49', 9_999), false)
  assert.equal(history.stepsSince(9_990)?.length, 10)
})

test('what a commit did adds up', () => {
  const first = withTouch(undefined, { id: 'a', changed: new Set(['name']) })
  const both = withTouch(first, { id: 'a', changed: new Set(['tags']) })
  assert.deepEqual(both, new Map([['a', new Set(['name', 'tags'])]]))
  const gone = withTouch(both, { cameOrWent: ['a', 'b'] })
  assert.deepEqual(
    withTouch(gone, { id: 'a', changed: new Set(['name']) }),
    new Map([
      ['a', null],
      ['b', null],
    ]),
  )
  assert.equal(withTouch(gone, 'anything'), 'anything')
  assert.equal(
    withTouch(undefined, { cameOrWent: Array.from({ length: 2_000 }, (_, n) => `r${n}`) }),
    'anything',
  )
})

test('the stored lines are read as they were written, without one that was cut off', () => {
  // As the database puts them together.
  let row: { revision: number; changes: string } | undefined
  const store = (revision: number, touched: Touched): void => {
    const line = writeTouched(revision, touched)
    const changes = row ? `${line}${row.revision}\n${row.changes}`.slice(0, keptLength) : line
    row = { revision, changes }
  }
  store(3, changed('first', 'name'))
  assert.deepEqual(readTouched(row?.changes ?? ''), [], 'what was before the first is not known')
  store(5, new Map([['odd "id" | with\nall', null]]))
  store(6, 'anything')
  store(9, changed('long', 'x'.repeat(5_000)))
  assert.deepEqual(readTouched(row?.changes ?? ''), [
    { from: 6, to: 9, touched: 'anything' },
    { from: 5, to: 6, touched: 'anything' },
    { from: 3, to: 5, touched: new Map([['odd "id" | with\nall', null]]) },
  ])
  for (let revision = 10; revision < 200; revision += 1) store(revision, changed(`r${revision}`, 'name'))
  const lines = readTouched(row?.changes ?? '')
  assert.ok(lines.length > 20)
  for (const [at, { from, to, touched }] of lines.entries()) {
    assert.deepEqual([from, to], [198 - at, 199 - at])
    assert.deepEqual(touched, changed(`r${to}`, 'name'))
  }
})
