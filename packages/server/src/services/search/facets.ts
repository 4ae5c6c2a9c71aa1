import {
  type AnswerOf,
  facetParam,
  facetsOf,
  filtersOf,
  invalid,
  type Kind,
  maxCounted,
  maxFacetValues,
  type SpecialOperations,
} from '@svc/model'
import { slicesOf } from '../../store/records.ts'
import type { Context } from '../context.ts'
import { recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Fields } from '../records/behaviour.ts'
import { listRequest, type Query } from '../records/lists.ts'

type Facets = AnswerOf<SpecialOperations['getFacets']>

/** So few that reading them takes a few milliseconds. */
const atOnce = { limit: 500, bytes: 512 * 1024 }

/** How many records of a list have each value, among those that the caller may see. */
export async function readFacets(ctx: Context, kind: Kind, asked: Query): Promise<Facets> {
  const names = facetsOf(kind)
  const fields = names.map((name) => fieldOf(kind, name))
  const { where } = listRequest(ctx, kind, filtersIn(kind, asked))
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

/** An array is filtered by its values under another name. */
const fieldOf = ({ fields }: Kind, name: string): string =>
  fields[name] ? name : (Object.keys(fields).find((key) => fields[key]?.traits.filterAs === name) ?? name)

function filtersIn(kind: Kind, asked: Query): Query {
  const known = filtersOf(kind)
  const names = new Map(Object.keys(known).map((name) => [facetParam(name), name]))
  return Object.fromEntries(
    Object.entries(asked).map(([parameter, value]) => {
      const name = names.get(parameter)
      if (name === undefined)
        throw invalid(
          parameter,
          `does not filter records of kind ${kind.name}; allowed: ${[...names.keys()].join(', ')}`,
        )
      const values = known[name]?.enum
      if (values && !values.includes(String(value)))
        throw invalid(parameter, `must be one of ${values.join(', ')}`)
      return [name, value]
    }),
  )
}

const valuesOf = (value: Fields[string]): readonly (string | null)[] => {
  if (value === null || value === undefined) return [null]
  return Array.isArray(value) ? [...new Set(value.map(String))] : [String(value)]
}

/** The most common first; equally common ones by value. */
const ranked = (counts: ReadonlyMap<string | null, number>): Facets['facets'][string] =>
  Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
    .slice(0, maxFacetValues)
