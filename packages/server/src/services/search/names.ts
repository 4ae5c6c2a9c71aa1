import { type Kind, scopeFor, titleFieldsOf, titleOf } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { kindOfId } from '../../store/kind-of-id.ts'
import type { Context } from '../context.ts'
import { listRequest, readSome } from '../records/lists.ts'

export interface Named {
  readonly kind: string
  readonly id: string
  readonly name: string
  /** Only for kinds whose records can be inactive. */
  readonly isActive?: boolean
}

export const namedBy = (kind: Kind, record: Fields): Named => ({
  kind: kind.name,
  id: String(record.id),
  name: titleOf(kind, record),
})

/** One query per kind among the ids, without records that are hidden from the caller. */
export async function namesOf(ctx: Context, ids: readonly string[]): Promise<readonly Named[]> {
  const known = Map.groupBy(new Set(ids), kindOfId)
  const asked = [...known].flatMap(([kind, own]) => (kind && mayRead(ctx, kind) ? [{ kind, own }] : []))
  const answers = asked.map(async ({ kind, own }) => {
    const all = kind.hiddenBy ? { [kind.hiddenBy]: 'all' } : {}
    const request = listRequest(ctx, kind, all, [{ field: 'id', oneOf: own }])
    const { activeBy } = kind
    const fields = [...titleFieldsOf(kind), ...(activeBy ? [activeBy] : [])]
    const { records } = await readSome(ctx, { ...request, limit: own.length, fields })
    return records.map((record) => ({
      ...namedBy(kind, record),
      ...(activeBy && { isActive: record[activeBy] === true }),
    }))
  })
  return (await Promise.all(answers)).flat()
}

export const mayRead = ({ caller }: Context, kind: Kind): boolean =>
  (kind.verbs.includes('list') || kind.verbs.includes('read')) &&
  caller.scopes.includes(scopeFor(kind, kind.verbs.includes('list') ? 'list' : 'read'))
