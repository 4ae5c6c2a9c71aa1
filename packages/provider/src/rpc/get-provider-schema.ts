import type { Schema } from '../protocol/schema.ts'
import { toWireSchema } from '../protocol/wire-schema.ts'
import { serverCapabilities } from './capabilities.ts'
import type { Handler } from './handler.ts'

export const getProviderSchema: Handler<'GetProviderSchema'> = ({ schema, resources, dataSources }) => ({
  provider: toWireSchema(schema),
  resourceSchemas: toWireSchemas(resources),
  dataSourceSchemas: toWireSchemas(dataSources),
  serverCapabilities,
})

const toWireSchemas = (owners: Readonly<Record<string, { readonly schema: Schema }>>) =>
  Object.fromEntries(Object.entries(owners).map(([name, { schema }]) => [name, toWireSchema(schema)]))
