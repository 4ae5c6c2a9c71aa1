import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standings } from './tally.ts'

test('what nobody owns has a standing; what has an unknown owner is not counted among it', () => {
  const score = (entityId: string, points: number) => ({ entityId, score: points })
  const scores = [score('a', 100), score('b', 50), score('c', 20), score('d', 0)]
  const owners = new Map([
    ['a', 'team'],
    ['b', 'team'],
    ['c', null],
  ])
  assert.deepEqual(standings(scores, owners), [
    { teamId: 'team', graded: 2, mean: 75, full: 1 },
    { teamId: null, graded: 1, mean: 20, full: 0 },
  ])
})
