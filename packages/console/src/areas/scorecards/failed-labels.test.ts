import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScorecardRule } from '@svc/model'
import { failedLabels } from './failed-labels.ts'

const rule = (id: string, label: string): ScorecardRule => ({
  ...{ id, label, type: 'has_description', description: null, weight: 1, params: {} },
})

test('what fails is named as the scorecard names it; what does not apply and what passes is not', () => {
  const rules = [rule('a', 'It is described'), rule('b', 'A team owns it'), rule('c', 'It is tagged')]
  const outcomes = [
    { ruleId: 'a', passed: true, applicable: true },
    { ruleId: 'b', passed: false, applicable: true },
    { ruleId: 'c', passed: false, applicable: false },
    { ruleId: 'gone', passed: false, applicable: true },
  ]
  assert.deepEqual(failedLabels({ rules }, { rules: outcomes }), ['A team owns it', 'gone'])
})
