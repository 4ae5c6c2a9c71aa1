import { handlesOf, type Kind, severalOfKind, titleFieldsOf, titleOf } from '@svc/model'
import type { Condition, Sort } from '../../store/records.ts'
import type { Context } from '../context.ts'
import type { Fields } from '../records/behaviour.ts'
import { listRequest, readSome } from '../records/lists.ts'
import { mayRead } from '../search/names.ts'
import { search } from '../search/search.ts'

interface Candidate {
  readonly kind: Kind
  readonly id: string
  readonly name: string
  readonly record: Fields
}

/** So many with the beginning of a name in common are looked at: those with just that name are the first of them. */
const fewest = 10
/** How many of them a message names. */
const named = 3

/** The id of the one record that a value of a query names, by its id or its name; otherwise what is wrong with it. */
export async function idNamed(
  ctx: Context,
  targets: readonly Kind[],
  value: string,
): Promise<{ readonly id: string } | { readonly wrong: string }> {
  const kinds = targets.filter((kind) => mayRead(ctx, kind))
  // Whoever may not see these records may still know an id.
  if (kinds.length === 0) return { id: value }
  const byId = await Promise.all(
    kinds
      .filter(({ idPrefix }) => value.startsWith(`${idPrefix}_`))
      .map((kind) => candidates(ctx, kind, [{ field: 'id', oneOf: [value] }])),
  )
  const [known] = byId.flat()
  if (known) return { id: known.id }
  const near = (await Promise.all(kinds.map((kind) => nearTo(ctx, kind, value)))).flat()
  const exact = near.filter((one) => isCalled(one, value))
  const [only, ...others] = exact
  if (only && others.length === 0) return { id: only.id }
  const what = kinds.map(severalOfKind).join(' and ')
  if (only)
    return {
      wrong: `several ${what} are called ${value}: use an id, such as ${exact
        .slice(0, named)
        .map(({ id }) => id)
        .join(' or ')}`,
    }
  return { wrong: `none of the ${what} is called ${value}${await meantBy(ctx, kinds, { value, near })}` }
}

const isCalled = ({ kind, name, record }: Candidate, value: string): boolean =>
  [name, ...handlesOf(kind).map((key) => record[key])].some(
    (one) => typeof one === 'string' && one.toLowerCase() === value.toLowerCase(),
  )

async function nearTo(ctx: Context, kind: Kind, value: string): Promise<readonly Candidate[]> {
  const field = kind.sortBy ?? kind.search?.[0]
  // The shortest of all names that begin with a text, the text itself, is the first of them.
  if (kind.search && field !== undefined)
    return candidates(ctx, kind, [{ begins: value }], { field, isDescending: false })
  if (value.trim() === '') return []
  const { results } = await search(ctx, { q: value, kind: kind.name, limit: fewest })
  return candidates(ctx, kind, [{ field: 'id', oneOf: results.map(({ id }) => id) }])
}

async function candidates(
  ctx: Context,
  kind: Kind,
  where: readonly Condition[],
  sort?: Sort,
): Promise<readonly Candidate[]> {
  const all = kind.hiddenBy ? { [kind.hiddenBy]: 'all' } : {}
  const fields = [...new Set([...titleFieldsOf(kind), ...handlesOf(kind)])]
  const request = { ...listRequest(ctx, kind, all, where), sort, limit: fewest, fields }
  const { records } = await readSome(ctx, request)
  return records.map((record) => ({ kind, id: String(record.id), name: titleOf(kind, record), record }))
}

async function meantBy(
  ctx: Context,
  kinds: readonly Kind[],
  { value, near }: { readonly value: string; readonly near: readonly Candidate[] },
): Promise<string> {
  const names = near.map(({ name }) => name)
  if (names.length === 0 && value.trim() !== '')
    for (const kind of kinds) {
      const { results } = await search(ctx, { q: value, kind: kind.name, limit: named })
      names.push(...results.map(({ name }) => name))
    }
  const few = [...new Set(names)].slice(0, named)
  return few.length === 0 ? '' : `; did you mean ${few.join(' or ')}?`
}
