import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findDataSource } from './find.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const validateDataResourceConfig: Handler<'ValidateDataResourceConfig'> = async (
  provider,
  { typeName, config },
) => {
  const dataSource = findDataSource(provider, typeName)
  const type = objectTypeOf(dataSource.schema.attributes)
  const found = await dataSource.validate?.(readConfig(config, type))
  return { diagnostics: toWireDiagnostics(found ?? [], type) }
}
