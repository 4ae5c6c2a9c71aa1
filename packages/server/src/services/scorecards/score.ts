import { isInactive } from '@svc/model'
import { checkRule, type EntityKind, type GradedEntity, type Rule } from './rules.ts'

export type { GradedEntity, RuleType } from './rules.ts'

export interface Tier {
  readonly name: string
  readonly minScore: number
}

export interface ScorecardTerms {
  readonly id: string
  readonly applicableKinds: readonly EntityKind[]
  readonly rules: readonly Rule[]
  readonly tiers: readonly Tier[]
  readonly scopeTeamId: string | null
  readonly scopeTags: readonly string[]
  readonly scopeSystemId: string | null
  readonly scopeDomainId: string | null
}

export interface RuleResult {
  readonly ruleId: string
  readonly applicable: boolean
  readonly passed: boolean
}

export interface Grade {
  readonly score: number
  readonly tier: string | null
  readonly rules: readonly RuleResult[]
}

/** Whether the scorecard grades the entity at all. */
export function isGraded(scorecard: ScorecardTerms, entity: GradedEntity): boolean {
  if (isInactive(entity)) return false
  return scorecard.applicableKinds.includes(entity.kind) && isInScope(scorecard, entity)
}

/** Score 0 to 100: the weight of the rules that passed, relative to those that apply. */
export function grade(scorecard: ScorecardTerms, entity: GradedEntity): Grade {
  const results = scorecard.rules.map((rule) => ({ rule, outcome: checkRule(rule, entity) }))
  const applicable = weightOf(results.filter(({ outcome }) => outcome !== null))
  const passed = weightOf(results.filter(({ outcome }) => outcome))
  // If no rule applies, nothing was proved: being exempt from all rules must not earn gold.
  const score = applicable === 0 ? 0 : Math.round((100 * passed) / applicable)
  return {
    score,
    tier: tierFor(scorecard.tiers, score),
    rules: results.map(({ rule, outcome }) => ({
      ruleId: rule.id,
      applicable: outcome !== null,
      passed: outcome ?? false,
    })),
  }
}

function isInScope(scorecard: ScorecardTerms, entity: GradedEntity): boolean {
  const { scopeTeamId, scopeTags, scopeSystemId, scopeDomainId } = scorecard
  return (
    (scopeTeamId === null || scopeTeamId === entity.ownerTeamId) &&
    (scopeTags.length === 0 || scopeTags.some((tag) => entity.tags?.includes(tag))) &&
    (scopeSystemId === null || entity.systemIds.includes(scopeSystemId)) &&
    (scopeDomainId === null || entity.domainIds.includes(scopeDomainId))
  )
}

function weightOf(results: readonly { readonly rule: Rule }[]): number {
  return results.reduce((sum, { rule }) => sum + rule.weight, 0)
}

function tierFor(tiers: readonly Tier[], score: number): string | null {
  let highest: Tier | null = null
  for (const tier of tiers) {
    if (tier.minScore <= score && tier.minScore > (highest?.minScore ?? -1)) highest = tier
  }
  return highest?.name ?? null
}
