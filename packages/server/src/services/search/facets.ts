import {
  type AnswerOf,
  facetField,
  facetParam,
  facetsOf,
  filtersOf,
  invalid,
  type Kind,
  maxCounted,
  maxFacetValues,
  none,
  type SpecialOperations,
  takesNone,
  takesQuery,
} from '@svc/model'
import { toFacetColumn, valuesOf } from '../../store/facet-values.ts'
import { keptCount, keptFacets } from '../../store/queries/facets.ts'
import { type Condition, slicesOf } from '../../store/records.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { askedIn } from '../query/asked.ts'
import { behaviourOf } from '../records/behaviours.ts'
import { listRequest, type Query } from '../records/lists.ts'

type Facets = AnswerOf<SpecialOperations['getFacets']>

/** So few that reading them takes a few milliseconds, and so many bytes that only runbooks must be measured first. */
const atOnce = { limit: 250, bytes: 4 * 1024 * 1024 }

/** How many records of a list have each value, among those that the caller may see. */
export async function readFacets(ctx: Context, kind: Kind, asked: Query): Promise<Facets> {
  const { filters, where } = await askedIn(ctx, kind, filtersIn(kind, asked))
  const partitionId = partitionOf(ctx.caller, kind)
  const narrowing = seesAll(ctx, kind) && where.length === 0 ? narrowingOf(kind, filters) : undefined
  if (narrowing?.length === 0) {
    const kept = await ctx.store.run(keptFacets, partitionId, kind)
    if (kept) return { ...kept, isExact: true }
  }
  const counted = await countRecords(ctx, kind, filters, where)
  const [only, ...others] = narrowing ?? []
  if (counted.isExact || !only || others.length > 0) return counted
  const total = await ctx.store.run(keptCount, partitionId, { kind, ...only })
  return total === undefined ? counted : withTotal(counted, only, total)
}

/** Beyond what can be counted in time, the kept count of a single filter still says how long its list is. */
function withTotal({ facets, total, isExact }: Facets, { name, value }: Narrowing, kept: number): Facets {
  const own = (facets[name] ?? []).map((one) => (one.value === value ? { value, count: kept } : one))
  // It may have become shorter since it was read.
  return { facets: { ...facets, [name]: own }, total: Math.max(total, kept), isExact }
}

async function countRecords(
  ctx: Context,
  kind: Kind,
  filters: Query,
  beyond: readonly Condition[],
): Promise<Facets> {
  const names = facetsOf(kind)
  const fields = names.map((name) => facetField(kind, name))
  const { where } = listRequest(ctx, kind, filters, beyond)
  const pace = startPace()
  const counts = names.map(() => new Map<string | null, number>())
  let total = 0
  let isExact = true
  for await (const stored of slicesOf(recordsOf(ctx, kind), kind, { where, fields, sort, ...atOnce })) {
    for (const { record } of stored) {
      if (total === maxCounted) {
        isExact = false
        break
      }
      total += 1
      for (const [index, key] of fields.entries()) {
        const found = counts[index]
        for (const value of valuesOf(record[key])) found?.set(value, (found.get(value) ?? 0) + 1)
      }
    }
    if (!isExact) break
    await pace.pause()
  }
  return {
    facets: Object.fromEntries(names.map((name, index) => [name, ranked(counts[index] ?? new Map())])),
    total,
    isExact,
  }
}

/** Newest first, whatever the kind's own order: it has the fewest columns. */
const sort = { field: 'createdAt', isDescending: true }

/** Whether no record of a kind is hidden from the caller: the kept counts are those of all. */
const seesAll = ({ caller }: Context, kind: Kind): boolean =>
  (behaviourOf(kind).hides?.(caller) ?? []).every((condition) => {
    if (!('in' in condition)) return false
    const values = kind.fields[condition.field]?.schema.enum
    return values?.every((value) => condition.in.includes(String(value))) ?? false
  })

interface Narrowing {
  readonly name: string
  readonly value: string | null
}

/** The values that a list is narrowed to, among records that it shows by itself; undefined for any other filter. */
function narrowingOf(kind: Kind, filters: Query): readonly Narrowing[] | undefined {
  const found: Narrowing[] = []
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || (name === kind.hiddenBy && value === 'false')) continue
    if (name === 'q' || name === kind.hiddenBy) return undefined
    const field = kind.fields[name]
    const isNone = field !== undefined && value === none && takesNone(field)
    found.push({ name, value: isNone ? null : String(value) })
  }
  return found
}

function filtersIn(kind: Kind, asked: Query): Query {
  const known = filtersOf(kind)
  const names = new Map(Object.keys(known).map((name) => [facetParam(name), name]))
  return Object.fromEntries(
    Object.entries(asked).map(([parameter, value]) => {
      const name = parameter === 'query' && takesQuery(kind) ? parameter : names.get(parameter)
      if (name === undefined)
        throw invalid(
          parameter,
          `does not filter records of kind ${kind.name}; allowed: ${[...names.keys(), 'query'].join(', ')}`,
        )
      const values = known[name]?.enum
      if (values && !values.includes(String(value)))
        throw invalid(parameter, `must be one of ${values.join(', ')}`)
      return [name, value]
    }),
  )
}

/** The most common first; equally common ones by value. */
const ranked = (counts: ReadonlyMap<string | null, number>): Facets['facets'][string] =>
  Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (toFacetColumn(a.value) < toFacetColumn(b.value) ? -1 : 1))
    .slice(0, maxFacetValues)
