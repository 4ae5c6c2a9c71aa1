import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const validateResourceConfig: Handler<'ValidateResourceConfig'> = async (
  provider,
  { typeName, config },
) => {
  const resource = findResource(provider, typeName)
  const type = objectTypeOf(resource.schema.attributes)
  const found = await resource.validate?.(readConfig(config, type))
  return { diagnostics: toWireDiagnostics(found ?? [], type) }
}
