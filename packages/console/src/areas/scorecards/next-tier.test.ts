import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScorecardRule } from '@svc/model'
import { nextTier } from './next-tier.ts'

const rule = (id: string, weight: number): ScorecardRule => ({
  id,
  type: 'has_description',
  label: id,
  description: null,
  weight,
  params: {},
})

const rules = [rule('a', 5), rule('b', 3), rule('c', 2), rule('d', 2)]
const tiers = [
  { name: 'gold', minScore: 100 },
  { name: 'bronze', minScore: 50 },
  { name: 'silver', minScore: 75 },
]

const graded = (passed: readonly string[], inapplicable: readonly string[] = []) => {
  const applicable = rules.filter(({ id }) => !inapplicable.includes(id))
  const weight = (ids: readonly ScorecardRule[]) => ids.reduce((sum, one) => sum + one.weight, 0)
  const got = weight(applicable.filter(({ id }) => passed.includes(id)))
  return {
    score: Math.round((100 * got) / weight(applicable)),
    rules: rules.map(({ id }) => ({
      ruleId: id,
      applicable: !inapplicable.includes(id),
      passed: passed.includes(id),
    })),
  }
}

const stepsOf = (passed: readonly string[], inapplicable?: readonly string[]) => {
  const next = nextTier(rules, tiers, graded(passed, inapplicable))
  return next && [next.tier.name, ...next.rules.map(({ id }) => id)]
}

test('the nearest tier is reached with as few rules as possible', () => {
  assert.deepEqual(stepsOf([]), ['bronze', 'a', 'd'])
  assert.deepEqual(stepsOf(['b']), ['bronze', 'a'])
  assert.deepEqual(stepsOf(['a', 'b']), ['silver', 'd'])
  assert.deepEqual(stepsOf(['a', 'b', 'c']), ['gold', 'd'])
})

test('rules that do not apply are never suggested', () => {
  assert.deepEqual(stepsOf(['a'], ['c', 'd']), ['silver', 'b'])
})

test('there is no tier above the highest', () => {
  assert.equal(stepsOf(['a', 'b', 'c', 'd']), null)
})

test('where no fix is enough, nothing is suggested', () => {
  const nothingApplies = {
    score: 0,
    rules: rules.map(({ id }) => ({ ruleId: id, applicable: false, passed: false })),
  }
  assert.deepEqual(nextTier(rules, tiers, nothingApplies)?.rules, [])
})
