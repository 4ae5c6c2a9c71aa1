import {
  type JsonSchema,
  type Kind,
  listKeyOf,
  maxPage,
  type Operation,
  pathParams,
  severalOfKind,
  snakeCase,
} from '@svc/model'
import type { Attribute, Attributes } from '../../protocol/schema.ts'
import type { DataSource } from '../../rpc/provider.ts'
import { recordAttributes, recordColumns } from '../attributes.ts'
import { toDiagnostics } from '../problems.ts'
import type { Session } from '../session.ts'
import { toValues } from '../state.ts'
import { faultsIn, filterOf, filtersOf } from './filters.ts'
import { listed } from './listed.ts'
import type { Questions } from './operations.ts'

/** All records of a kind, or those that match the API's filters. */
export function severalRecords(
  { kind, several }: Questions & { readonly several: Operation },
  session: () => Session,
): DataSource {
  const columns = recordColumns(kind)
  const listName = snakeCase(listKeyOf(kind))
  const places = pathParams(several.path).map((key) => filterOf(key, placeOf(kind, key), 'required'))
  const filters = [...places, ...filtersOf(several)]
  const checked = kind.defaultLimit ? [...filters, { name: 'limit', schema: limitSchema }] : filters
  const attributes: Attributes = {
    ...Object.fromEntries(filters.map(({ name, attribute }) => [name, attribute])),
    ...(kind.defaultLimit && { limit: limitAttribute(kind.defaultLimit) }),
    [listName]: {
      nesting: 'list',
      attributes: recordAttributes(columns),
      presence: 'computed',
      description: `The records found. ${kind.about}`,
    },
  }
  return {
    schema: { version: 0, description: `Lists ${severalOfKind(kind)}. ${kind.about}`, attributes },
    validate: (config) => faultsIn(checked, config),
    async read(config) {
      const given = filters.filter(({ name }) => typeof config[name] === 'string')
      const values = Object.fromEntries(given.map(({ key, name }) => [key, String(config[name])]))
      const most = kind.defaultLimit ? Number(config.limit ?? kind.defaultLimit) : undefined
      try {
        const found = await listed(session().client, several, { kind, values, most })
        return { state: { ...config, [listName]: found.map((record) => toValues(columns, record)) } }
      } catch (failure) {
        return {
          state: null,
          diagnostics: toDiagnostics(failure, { doing: `list the ${severalOfKind(kind)}`, kind, columns }),
        }
      }
    },
  }
}

const placeOf = ({ fields }: Kind, key: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: fields[key]?.traits.about ?? '',
})

const limitSchema: JsonSchema = { type: 'integer', minimum: 1, maximum: maxPage }

const limitAttribute = (fallback: number): Attribute => ({
  type: 'number',
  presence: 'optional',
  description: `Maximum number of records, the newest first. Defaults to ${fallback}.`,
})
