import { type Kind, kindNamed, none, type QueryTerm, readQueryText, takesNone } from '@svc/model'
import type { Condition } from '../../store/records.ts'
import type { Context } from '../context.ts'
import { type Asked, listRequest, type Query, readSome } from '../records/lists.ts'
import { idNamed } from './named-records.ts'
import { refusal } from './refusal.ts'

type IdFor = (targets: readonly Kind[], value: string) => ReturnType<typeof idNamed>

/** The filters of a request with what its query adds to them: all of it has to hold. */
export async function askedIn(ctx: Context, kind: Kind, { query, ...given }: Query): Promise<Asked> {
  if (query === undefined) return { filters: given, where: [] }
  const { terms, words, faults } = readQueryText(kind, String(query))
  const [fault] = faults
  if (fault) throw refusal(fault)
  return asked(ctx, kind, { terms, words, given })
}

export async function asked(
  ctx: Context,
  kind: Kind,
  {
    terms,
    words,
    given,
    idFor = (targets, value) => idNamed(ctx, targets, value),
  }: {
    readonly terms: readonly QueryTerm[]
    readonly words: readonly string[]
    readonly given: Query
    readonly idFor?: IdFor
  },
): Promise<Asked> {
  const filters: Record<string, string | number | undefined> = { ...given }
  const where: Condition[] = []
  for (const term of terms) {
    const found = await resolved(ctx, kind, term, { terms, idFor })
    const filter = asFilter(kind, term, found)
    if (filter && filters[filter.name] === undefined) filters[filter.name] = filter.value
    else where.push(...conditionsOf(kind, term, found))
  }
  return { filters, where: [...where, ...words.map((search) => ({ search }))] }
}

/** A single value of a field is a filter like any other: its list is counted and read like one. */
function asFilter(
  kind: Kind,
  { key, way }: QueryTerm,
  values: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  const { filter } = key
  const [value, ...others] = values
  if (filter === undefined || way === 'not' || others.length > 0) return undefined
  if (value !== undefined) return { name: filter, value }
  const field = kind.fields[key.field]
  return field && takesNone(field) ? { name: filter, value: none } : undefined
}

function conditionsOf(
  kind: Kind,
  { key: { field, within, filter }, way }: QueryTerm,
  values: readonly string[],
): readonly Condition[] {
  if (within !== undefined) return [{ field: 'id', oneOf: values }]
  const type = kind.fields[field]?.type
  if (filter === kind.hiddenBy)
    return values.filter((value) => value !== 'all').map((value) => ({ field, is: value === 'true' }))
  if (type === 'texts' || type === 'refs') {
    if (way === 'lacks') return [{ array: field, isEmpty: true }]
    return way === 'not'
      ? values.map((lacks) => ({ array: field, lacks }))
      : [{ array: field, hasOneOf: values }]
  }
  if (way === 'lacks') return [{ field, isMissing: true }]
  const stored = type === 'integer' ? values.map(Number) : values
  return [way === 'not' ? { field, isNot: stored } : { field, in: stored }]
}

/** The values of a term, with ids for names; for what lists its parts, the ids of the parts. */
async function resolved(
  ctx: Context,
  kind: Kind,
  { key, values, positions, way }: QueryTerm,
  {
    terms,
    idFor,
  }: {
    readonly terms: readonly QueryTerm[]
    readonly idFor: IdFor
  },
): Promise<readonly string[]> {
  const { targets, within, field } = key
  if (targets.length === 0) return values
  const own = kind.fields[field]
  const ids: string[] = []
  for (const [index, value] of values.entries()) {
    if (value === none && way === 'has' && values.length === 1 && own && takesNone(own)) return [none]
    const found = await idFor(targetsOf(key, terms), value)
    if ('wrong' in found)
      throw refusal({ position: positions[index] ?? 1, message: `${key.key}: ${found.wrong}` })
    ids.push(found.id)
  }
  return within === undefined ? ids : partsOf(ctx, kindNamed(within), field, ids)
}

/** Where the kind of a reference depends on another field, what the query says about that one. */
function targetsOf({ targets, targetBy }: QueryTerm['key'], terms: readonly QueryTerm[]): readonly Kind[] {
  const said = targetBy && terms.find(({ key, way }) => key.field === targetBy.field && way === 'has')
  const chosen = said?.values.flatMap((value) => targetBy?.kinds[value] ?? [])
  return (chosen ?? targets).map(kindNamed)
}

async function partsOf(
  ctx: Context,
  kind: Kind,
  field: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const request = listRequest(ctx, kind, {}, [{ field: 'id', oneOf: ids }])
  const { records } = await readSome(ctx, { ...request, limit: ids.length, fields: [field] })
  return [...new Set(records.flatMap((record) => record[field] as readonly string[]))].sort()
}
