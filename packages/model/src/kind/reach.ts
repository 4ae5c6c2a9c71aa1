import type { EntityKind } from '../vocabulary.ts'
import type { Kind } from './kind.ts'

/** The fields that decide what a scorecard grades; an unfinished one lacks some of them. */
export interface Terms {
  readonly applicableKinds?: readonly EntityKind[] | null
  readonly rules?: readonly { readonly type: string }[] | null
  readonly scopeTeamId?: string | null
  readonly scopeTags?: readonly string[] | null
  readonly scopeSystemId?: string | null
  readonly scopeDomainId?: string | null
}

/** The kinds that are graded, and the field that each type of rule checks. */
export interface Grading {
  readonly graded: Readonly<Record<EntityKind, Kind>>
  readonly ruleFields: Readonly<Record<string, string>>
}

/** The field of a system that lists its members of a kind; undefined if it has none. */
export const memberFieldIn = ({ graded }: Pick<Grading, 'graded'>, kind: EntityKind): string | undefined =>
  Object.entries(graded.system.fields).find(
    ([, { type, target }]) => type === 'refs' && target === graded[kind].name,
  )?.[0]

const hasField = ({ graded }: Grading, kind: EntityKind, key: string): boolean =>
  Object.hasOwn(graded[kind].fields, key)
const canBeInSystem = (grading: Grading, kind: EntityKind): boolean =>
  kind === 'system' || memberFieldIn(grading, kind) !== undefined

type Fits = (grading: Grading, kind: EntityKind) => boolean

/** What a scope requires of a kind, and what to say if the kind cannot have it. */
const scopes = {
  scopeTeamId: { fits: (grading, kind) => hasField(grading, kind, 'ownerTeamId'), lack: 'has no owner' },
  scopeTags: { fits: (grading, kind) => hasField(grading, kind, 'tags'), lack: 'has no tags' },
  scopeSystemId: { fits: canBeInSystem, lack: 'is in no system' },
  scopeDomainId: {
    fits: (grading, kind) =>
      kind === 'domain' || (canBeInSystem(grading, kind) && hasField(grading, 'system', 'domainId')),
    lack: 'is in no domain',
  },
} as const satisfies Readonly<Record<string, { readonly fits: Fits; readonly lack: string }>>

type Scope = keyof typeof scopes
const scopeFields = Object.keys(scopes) as Scope[]

/** The fields that decide whether a scorecard can grade anything. */
export const reachFields = [...scopeFields, 'applicableKinds', 'rules'] as const
export type ReachField = (typeof reachFields)[number]

export interface Unreached {
  /** The field to blame. */
  readonly field: ReachField
  /** Completes "<field> …". */
  readonly reason: string
}

/** Why a scorecard could never grade anything, whatever is in the catalog; undefined if it could. */
export function neverGrades(grading: Grading, terms: Terms): Unreached | undefined {
  const { ruleFields } = grading
  const kinds = [...new Set(terms.applicableKinds ?? [])]
  if (kinds.length === 0) return undefined
  const wanted = scopeFields.filter((key) => isSet(terms[key]))
  const lacking = (kind: EntityKind): Scope | undefined =>
    wanted.find((key) => !scopes[key].fits(grading, kind))
  const inScope = kinds.filter((kind) => lacking(kind) === undefined)
  if (inScope.length === 0) {
    const field =
      wanted.find((key) => kinds.every((kind) => !scopes[key].fits(grading, kind))) ?? 'applicableKinds'
    const lacks = kinds.map((kind) => {
      const scope = field === 'applicableKinds' ? lacking(kind) : field
      return `${article(kind)} ${scope ? scopes[scope].lack : ''}`
    })
    return { field, reason: `leaves nothing to grade: ${lacks.join(', ')}` }
  }
  const types = [...new Set((terms.rules ?? []).map(({ type }) => type))]
  const missing = (kind: EntityKind) =>
    types.filter((type) => !hasField(grading, kind, ruleFields[type] ?? ''))
  if (types.length === 0 || inScope.some((kind) => missing(kind).length < types.length)) return undefined
  const lacks = inScope.map(
    (kind) => `${article(kind)} has no ${types.map((type) => ruleFields[type]).join(' or ')}`,
  )
  return { field: 'rules', reason: `would never apply: ${lacks.join(', ')}` }
}

const isSet = (scope: string | readonly string[] | null | undefined): boolean =>
  scope !== null && scope !== undefined && scope.length > 0

const article = (kind: EntityKind): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
