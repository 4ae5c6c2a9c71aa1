import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import { toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findDataSource } from './find.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const readDataSource: Handler<'ReadDataSource'> = async (provider, { typeName, config }) => {
  const dataSource = findDataSource(provider, typeName)
  const type = objectTypeOf(dataSource.schema.attributes)
  const { state, diagnostics = [] } = await dataSource.read(readConfig(config, type))
  const found = state === null && diagnostics.length === 0 ? [notFound(typeName)] : diagnostics
  return { state: toDynamicValue(state, type), diagnostics: toWireDiagnostics(found, type) }
}

const notFound = (typeName: string): Diagnostic =>
  error(`No ${typeName} was found`, 'Nothing matches the arguments of this data source.')
