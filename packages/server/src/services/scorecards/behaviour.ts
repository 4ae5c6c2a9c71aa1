import { kinds, type Kinds, type ScorecardRule, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'
import { newId } from '../ids.ts'

type Scorecard = Stored<Kinds['scorecard']>

export const scorecardBehaviour = behaviour<Scorecard>(kinds.scorecard, {
  prepare: ({ next, before }) => ({ ...next, rules: withIds(next.rules, before?.rules ?? []) }),
})

/** A rule without an id keeps that of the previous rule with the same type and label, else it gets a new one. */
function withIds(
  rules: readonly Partial<ScorecardRule>[],
  before: readonly ScorecardRule[],
): readonly ScorecardRule[] {
  const taken = new Set(rules.map(({ id }) => id))
  return rules.map((rule) => {
    const same = before.find(
      ({ id, type, label }) => type === rule.type && label === rule.label && !taken.has(id),
    )
    const id = rule.id ?? same?.id ?? newId('rule')
    taken.add(id)
    const { type, label, description = null, weight, params = {} } = rule as ScorecardRule
    return { id, type, label, description, weight, params }
  })
}
