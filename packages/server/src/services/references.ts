import { CatalogError, type Field, type Kind, kindNamed, type ProblemDetail } from '@svc/model'
import type { Change } from '../store/change.ts'
import { recordsIn } from '../store/records.ts'
import type { Fields } from './behaviour.ts'
import { type Caller, partitionOf } from './context.ts'

interface Reference {
  readonly path: string
  readonly id: string
}

/**
 * Everything a record newly points at must exist where the caller may look; a record of another organisation
 * or mode is as unknown as one that never was.
 */
export async function checkReferences(
  caller: Caller,
  change: Change,
  kind: Kind,
  { next, before }: { readonly next: Fields; readonly before?: Fields },
): Promise<void> {
  const wanted = new Map<string, Reference[]>()
  for (const [key, field] of Object.entries(kind.fields)) {
    if (!field.target || field.traits.derivedFrom) continue
    const target = targetOf(field, next)
    for (const reference of newReferences(key, next[key], before?.[key])) {
      wanted.set(target, [...(wanted.get(target) ?? []), reference])
    }
  }
  const details: ProblemDetail[] = []
  for (const [target, references] of wanted) {
    const targetKind = kindNamed(target)
    const records = recordsIn(partitionOf(caller, targetKind), change.sql, change.dialect)
    const known = await records.existing(targetKind, [...new Set(references.map(({ id }) => id))])
    for (const { path, id } of references) {
      if (known.has(id)) continue
      details.push({
        path,
        message: `names the ${targetKind.noun} ${JSON.stringify(id)}, which does not exist`,
      })
    }
  }
  const [first] = details
  if (first) throw new CatalogError('invalid_request', `${first.path} ${first.message}.`, { details })
}

export function targetOf({ target }: Field, record: Fields): string {
  if (typeof target === 'string') return target
  return target?.kinds[String(record[target.by])] ?? ''
}

function newReferences(key: string, now: unknown, before: unknown): readonly Reference[] {
  if (typeof now === 'string') return now === before ? [] : [{ path: key, id: now }]
  if (!Array.isArray(now)) return []
  const old = new Set(Array.isArray(before) ? before : [])
  return now.flatMap((id: string, index) => (old.has(id) ? [] : [{ path: `${key}/${index}`, id }]))
}
