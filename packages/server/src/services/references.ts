import { CatalogError, type Field, type Kind, kindNamed, type ProblemDetail } from '@svc/model'
import type { Change } from '../store/change.ts'
import { recordsIn } from '../store/records.ts'
import type { Fields } from './behaviour.ts'
import { type Caller, partitionOf } from './context.ts'

interface Reference {
  readonly path: string
  readonly id: string
  readonly target: string
}

interface Pointing {
  readonly next: Fields
  readonly before?: Fields
}

/**
 * Everything a record newly points at must exist where the caller may look; a record of another organisation
 * or mode is as unknown as one that never was.
 */
export async function checkReferences(
  caller: Caller,
  change: Change,
  kind: Kind,
  pointing: Pointing,
): Promise<void> {
  const [details = []] = await unknownReferences(caller, change, kind, [pointing])
  const [first] = details
  if (first) throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, { details })
}

/** What does not exist of what each of some records newly points at, with one question for each kind. */
export async function unknownReferences(
  caller: Caller,
  change: Change,
  kind: Kind,
  records: readonly Pointing[],
): Promise<readonly (readonly ProblemDetail[])[]> {
  const wanted = records.map((record) => referencesOf(kind, record))
  const known = new Map<string, ReadonlySet<string>>()
  for (const [target, references] of Map.groupBy(wanted.flat(), (reference) => reference.target)) {
    const targetKind = kindNamed(target)
    const there = recordsIn(partitionOf(caller, targetKind), change.sql, change.dialect)
    known.set(target, await there.existing(targetKind, [...new Set(references.map(({ id }) => id))]))
  }
  return wanted.map((references) =>
    references
      .filter(({ target, id }) => !known.get(target)?.has(id))
      .map(({ path, target, id }) => ({
        path,
        message: `names the ${kindNamed(target).noun} ${JSON.stringify(id)}, which does not exist`,
      })),
  )
}

const referencesOf = (kind: Kind, { next, before }: Pointing): readonly Reference[] =>
  Object.entries(kind.fields).flatMap(([key, field]) => {
    if (!field.target || field.traits.derivedFrom) return []
    return newReferences(key, next[key], before?.[key]).map((one) => ({
      ...one,
      target: targetOf(field, next),
    }))
  })

export function targetOf({ target }: Field, record: Fields): string {
  if (typeof target === 'string') return target
  return target?.kinds[String(record[target.by])] ?? ''
}

function newReferences(key: string, now: unknown, before: unknown): readonly Omit<Reference, 'target'>[] {
  if (typeof now === 'string') return now === before ? [] : [{ path: key, id: now }]
  if (!Array.isArray(now)) return []
  const old = new Set(Array.isArray(before) ? before : [])
  return now.flatMap((id: string, index) => (old.has(id) ? [] : [{ path: `${key}/${index}`, id }]))
}
