import type { RuleOutcome, ScorecardRule, ScorecardTier } from '@svc/model'

export interface NextTier {
  readonly tier: ScorecardTier
  /** The rules to pass in order to reach it, as few as possible. Empty where passing all of them is not enough. */
  readonly rules: readonly ScorecardRule[]
}

interface Graded {
  readonly score: number
  readonly rules: readonly RuleOutcome[]
}

/** The nearest tier above, and the least work that leads to it; null at the top. */
export function nextTier(
  rules: readonly ScorecardRule[],
  tiers: readonly ScorecardTier[],
  { score, rules: outcomes }: Graded,
): NextTier | null {
  const [tier] = tiers.filter(({ minScore }) => minScore > score).sort((a, b) => a.minScore - b.minScore)
  if (!tier) return null
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const found = (allowed: (outcome: RuleOutcome) => boolean) =>
    outcomes.filter((one) => one.applicable && allowed(one)).flatMap(({ ruleId }) => byId.get(ruleId) ?? [])
  const all = weightOf(found(() => true))
  const passed = weightOf(found(({ passed: isPassed }) => isPassed))
  const failed = found(({ passed: isPassed }) => !isPassed)
  // As the server rounds: 74.5 of 100 is a 75.
  const reaches = (more: number) => all > 0 && Math.round((100 * (passed + more)) / all) >= tier.minScore
  return { tier, rules: fewest(failed, reaches) }
}

const weightOf = (rules: readonly ScorecardRule[]): number =>
  rules.reduce((sum, { weight }) => sum + weight, 0)

/** Taking the heaviest first gives the fewest; the last one is then replaced by the lightest that is still enough. */
function fewest(
  failed: readonly ScorecardRule[],
  reaches: (weight: number) => boolean,
): readonly ScorecardRule[] {
  const heaviest = failed.toSorted((a, b) => b.weight - a.weight)
  const count = heaviest.findIndex((_, index) => reaches(weightOf(heaviest.slice(0, index + 1)))) + 1
  if (count === 0) return []
  const kept = heaviest.slice(0, count - 1)
  const last = heaviest.slice(count - 1).findLast(({ weight }) => reaches(weightOf(kept) + weight))
  return last ? [...kept, last] : kept
}

/** What to do so that an entity passes a rule. */
export function adviceFor({ type, label, params }: ScorecardRule): string {
  if (type === 'has_owner_team') return 'Set the team that owns it'
  if (type === 'has_description') return 'Describe what it is for'
  const wanted: readonly unknown[] = Array.isArray(params.lifecycles) ? params.lifecycles : []
  // Retired entities are no longer graded, so retiring is no way up.
  const lifecycles = wanted.filter((one) => one !== 'retired')
  return type === 'lifecycle_in' && lifecycles.length > 0
    ? `Bring its lifecycle to ${lifecycles.join(' or ')}`
    : label
}
