import { filtersOf } from '../kind/filters.ts'
import { type Kind, scopeFor } from '../kind/kind.ts'
import { allKinds } from '../kinds/index.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { queryGrammar } from '../query/query-param.ts'
import { maxQuery } from '../query/query-text.ts'
import { shape } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** How many records are counted within filters at most: what this finds is exact, of more it is the newest. */
export const maxCounted = 5_000

/** How many values of a field are listed. */
export const maxFacetValues = 20

/** Kinds with lists that everybody who reads may filter. */
export const facetKinds: readonly Kind[] = allKinds.filter(
  (kind) =>
    kind.home === 'partition' &&
    kind.verbs.includes('list') &&
    scopeFor(kind, 'list') === 'read' &&
    kind.requiredFilters === undefined &&
    facetsOf(kind).length > 0,
)

/** The parameter that filters by a field which is itself called `kind`. */
export const facetParam = (filter: string): string => (filter === 'kind' ? 'kindIs' : filter)

/** The filters whose values are counted: all but free text and what a list leaves out. */
export function facetsOf(kind: Kind): readonly string[] {
  return Object.keys(filtersOf(kind)).filter((name) => name !== 'q' && name !== kind.hiddenBy)
}

const text = { type: 'string', maxLength: 200 } as const

/** The filters of all kinds; the service checks that they belong to the one that is asked for. */
function filters(): Readonly<Record<string, JsonSchema>> {
  const all: Record<string, JsonSchema> = {}
  for (const kind of facetKinds) {
    for (const [name, schema] of Object.entries(filtersOf(kind))) {
      // Which values are possible depends on the kind.
      const limits = schema.type === 'integer' ? { type: 'integer' as const, minimum: 0 } : text
      all[facetParam(name)] = { ...limits, description: `The filter \`${name}\` of lists that have it.` }
    }
  }
  return all
}

const value = shape.object({
  value: shape.nullable(shape.text({ description: 'As the filter takes it; null for records without one.' })),
  count: shape.integer({ description: 'How many records have it.' }),
})

export const getFacets = {
  id: 'getFacets',
  method: 'GET',
  path: '/facets',
  summary: 'Count records by the values of their fields',
  about:
    `How many records of a list have each value of each field that it can be filtered by, within the list’s own filters and ` +
    `among the records that the credential may see. Up to ${maxFacetValues} values of a field, the most common first. ` +
    `Counts of a list without filters are exact, however long it is, and so are those of up to ${maxCounted.toLocaleString('en')} records ` +
    'within filters; of more, the newest are counted, `isExact` is false and every count is a minimum. After an upgrade from ' +
    'a version that kept no counts, that is also so without filters, for some minutes. A filter that is itself called `kind` is `kindIs` here.',
  group: 'Search',
  scope: 'read',
  query: {
    ...filters(),
    query: shape.text({
      maxLength: maxQuery,
      description: `The same as of the list: ${queryGrammar}`,
    }),
    kind: shape.enum(
      facetKinds.map(({ name }) => name),
      { description: 'The kind of records to count.' },
    ),
  },
  requiredQuery: ['kind'],
  success: {
    status: 200,
    about: 'The counts, by field.',
    schema: shape.object(
      {
        facets: shape.map(shape.array(value)),
        total: shape.integer({
          description:
            'How many records the list has. If not all were counted, a minimum, unless the only filter is a value.',
        }),
        isExact: shape.boolean({ description: 'Whether all records were counted.' }),
      },
      {
        title: 'Facets',
        examples: [
          {
            facets: {
              lifecycle: [{ value: 'production', count: 12 }],
              tag: [{ value: 'payments', count: 3 }],
            },
            total: 12,
            isExact: true,
          },
        ],
      },
    ),
  },
} as const satisfies Operation
