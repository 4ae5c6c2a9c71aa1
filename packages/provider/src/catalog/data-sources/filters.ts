import { attributeNameOf, faultsOf, type JsonSchema, type Operation } from '@svc/model'
import { type Diagnostic, error } from '../../protocol/diagnostic.ts'
import type { Attribute } from '../../protocol/schema.ts'
import { type ObjectValue, Unknown } from '../../protocol/value.ts'
import { oneOf } from '../shape.ts'

/** A parameter of an operation. */
export interface Filter {
  /** Its name in the API. */
  readonly key: string
  /** Its name in code. */
  readonly name: string
  readonly schema: JsonSchema
  readonly attribute: Attribute
}

/** Not available in code: paging and sorting, since lists are read completely, and deleted records. */
const paging = new Set(['limit', 'cursor', 'sort', 'includeDeleted'])

export const filtersOf = ({ query = {}, requiredQuery = [] }: Operation): readonly Filter[] =>
  Object.entries(query)
    .filter(([key]) => !('cursor' in query && paging.has(key)))
    .map(([key, schema]) => filterOf(key, schema, requiredQuery.includes(key) ? 'required' : 'optional'))

export const filterOf = (key: string, schema: JsonSchema, presence: 'required' | 'optional'): Filter => ({
  key,
  name: attributeNameOf(key, schema),
  schema,
  attribute: {
    type: schema.type === 'integer' ? 'number' : 'string',
    presence,
    description: [
      schema.description ?? '',
      schema.enum ? oneOf(schema.enum) : '',
      schema.default === undefined ? '' : `Defaults to \`${schema.default}\`.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  },
})

/** Validates the known arguments before anything is requested. */
export const faultsIn = (
  filters: readonly Pick<Filter, 'name' | 'schema'>[],
  config: ObjectValue,
): readonly Diagnostic[] =>
  filters.flatMap(({ name, schema }) => {
    const value = config[name] ?? null
    if (value === null || value instanceof Unknown) return []
    return [...faultsOf(schema, value)].map(({ message }) =>
      error(`Invalid ${name}`, `${name} ${message}.`, [name]),
    )
  })
