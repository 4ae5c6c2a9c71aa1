import {
  CatalogError,
  type Field,
  type Kind,
  kindNamed,
  type Mentions,
  type Mode,
  modes,
  type ProblemDetail,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Records } from '../../store/records.ts'
import type { Fields } from './behaviour.ts'
import { type Caller, partitionOf } from '../context.ts'

interface Reference {
  readonly path: string
  readonly id: string
  readonly target: string
  /** Where it is, if not in the caller's own. */
  readonly mode?: Mode | undefined
  readonly evenInactive: boolean
}

interface Pointing {
  readonly next: Fields
  readonly before?: Fields
}

/**
 * Everything a record newly points at must exist and be visible to the caller; a record of another organisation or
 * mode is as unknown as one that never existed. Nor may it be a deactivated member, unless the field allows it;
 * existing references stay.
 */
export async function checkReferences(
  caller: Caller,
  change: Pick<Change, 'recordsIn'>,
  kind: Kind,
  pointing: Pointing,
): Promise<void> {
  const [details = []] = await invalidReferences(caller, change, kind, [pointing])
  const [first] = details
  if (first) throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, { details })
}

/**
 * The new references of each record that do not exist or, unless that is fine, are deactivated; with few queries for
 * all records.
 */
export async function invalidReferences(
  caller: Caller,
  change: Pick<Change, 'recordsIn'>,
  kind: Kind,
  records: readonly Pointing[],
  { evenInactive: mayBeInactive = false } = {},
): Promise<readonly (readonly ProblemDetail[])[]> {
  const wanted = records.map((record) => referencesOf(kind, record))
  const known = new Map<string, ReadonlySet<string>>()
  const inactive = new Map<string, ReadonlySet<string>>()
  for (const [place, references] of Map.groupBy(wanted.flat(), placeOf)) {
    const [{ target, mode = caller.mode } = { target: '' }] = references
    const targetKind = kindNamed(target)
    const there = change.recordsIn(partitionOf({ ...caller, mode }, targetKind))
    known.set(place, await there.existing(targetKind, [...new Set(references.map(({ id }) => id))]))
    const strict = mayBeInactive
      ? []
      : references.filter(({ evenInactive }) => !evenInactive).map(({ id }) => id)
    inactive.set(place, await inactiveAmong(there, targetKind, [...new Set(strict)]))
  }
  const faultOf = (reference: Reference): string | undefined => {
    const { id, evenInactive } = reference
    const place = placeOf(reference)
    if (!known.get(place)?.has(id)) return 'which does not exist'
    return !evenInactive && inactive.get(place)?.has(id) ? 'who is deactivated' : undefined
  }
  return wanted.map((references) =>
    references.flatMap((reference): ProblemDetail | [] => {
      const fault = faultOf(reference)
      if (fault === undefined) return []
      const { path, target, id } = reference
      return { path, message: `names the ${kindNamed(target).noun} ${JSON.stringify(id)}, ${fault}` }
    }),
  )
}

const placeOf = ({ target, mode }: Reference): string => `${target} ${mode ?? ''}`

/** The ids of members who are deactivated. */
export async function inactiveAmong(
  there: Records,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { activeBy } = kind
  if (activeBy === undefined || ids.length === 0) return new Set()
  const where = [
    { field: 'id', oneOf: ids },
    { field: activeBy, is: false },
  ]
  const stored = await there.list(kind, { where, fields: [activeBy] })
  return new Set(stored.map(({ record }) => String(record.id)))
}

const referencesOf = (kind: Kind, { next, before }: Pointing): readonly Reference[] =>
  Object.entries(kind.fields).flatMap(([key, field]) => {
    if (field.traits.derivedFrom) return []
    const evenInactive = field.traits.evenInactive === true
    if (field.mentions) {
      const { target } = field.mentions
      return newMentions(key, field.mentions, next[key], before?.[key]).map((one) => ({
        ...one,
        target,
        evenInactive,
      }))
    }
    if (!field.target) return []
    const target = targetOf(field, next)
    const { modeBy } = field.traits
    const mode = modeBy === undefined ? undefined : modes.find((one) => one === next[modeBy])
    // The same id in another mode is another record.
    const isElsewhere = modeBy !== undefined && next[modeBy] !== before?.[modeBy]
    const old = isElsewhere ? undefined : before?.[key]
    return newReferences(key, next[key], old).map((one) => ({ ...one, target, mode, evenInactive }))
  })

function newMentions(
  key: string,
  { idsIn }: Mentions,
  now: unknown,
  before: unknown,
): readonly Pick<Reference, 'path' | 'id'>[] {
  const mentioned = (value: unknown) => (value === null || value === undefined ? [] : idsIn(value as never))
  // A member who appears in a new part of the value, or more often than before, is newly assigned.
  const partOf = ({ path, id }: { readonly path: string; readonly id: string }) =>
    `${path.split('/')[0]} ${id}`
  const left = new Map<string, number>()
  for (const one of mentioned(before)) left.set(partOf(one), (left.get(partOf(one)) ?? 0) + 1)
  return mentioned(now).flatMap((one) => {
    const rest = left.get(partOf(one)) ?? 0
    left.set(partOf(one), rest - 1)
    return rest > 0 ? [] : [{ path: `${key}/${one.path}`, id: one.id }]
  })
}

export function targetOf({ target }: Field, record: Fields): string {
  if (typeof target === 'string') return target
  return target?.kinds[String(record[target.by])] ?? ''
}

function newReferences(
  key: string,
  now: unknown,
  before: unknown,
): readonly Pick<Reference, 'path' | 'id'>[] {
  if (typeof now === 'string') return now === before ? [] : [{ path: key, id: now }]
  if (!Array.isArray(now)) return []
  const old = new Set(Array.isArray(before) ? before : [])
  return now.flatMap((id: string, index) => (old.has(id) ? [] : [{ path: `${key}/${index}`, id }]))
}
