import { ruleFields } from '@svc/model'

export type EntityKind = 'component' | 'api' | 'resource' | 'system' | 'domain'

export interface GradedEntity {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  readonly ownerTeamId: string | null
  readonly description: string | null
  /** Absent if the kind has no lifecycle. */
  readonly lifecycle?: string | null | undefined
  readonly archived?: boolean | undefined
  /** Absent if the kind has no tags. */
  readonly tags?: readonly string[] | undefined
  /** The systems it belongs to; a system belongs to itself. */
  readonly systemIds: readonly string[]
  /** The domains it belongs to; a domain belongs to itself. */
  readonly domainIds: readonly string[]
}

export type RuleType = 'has_owner_team' | 'has_description' | 'lifecycle_in'

export interface Rule {
  readonly id: string
  readonly type: RuleType
  readonly weight: number
  readonly params: Readonly<Record<string, unknown>>
}

/** Whether the entity passes the rule; null when the rule does not apply: its kind lacks the field, or has no lifecycle yet. */
export function checkRule(rule: Rule, entity: GradedEntity): boolean | null {
  if (entity[ruleFields[rule.type]] === undefined) return null
  return checks[rule.type](entity, rule.params)
}

type Check = (entity: GradedEntity, params: Rule['params']) => boolean | null

const checks = {
  has_owner_team: ({ ownerTeamId }) => ownerTeamId !== null,
  has_description: ({ description }) => description !== null && description.trim() !== '',
  // Projects need not have a lifecycle, so an unset one does not count against them.
  lifecycle_in: ({ lifecycle }, { lifecycles }) =>
    lifecycle === null ? null : Array.isArray(lifecycles) && lifecycles.includes(lifecycle),
} satisfies Record<RuleType, Check>
