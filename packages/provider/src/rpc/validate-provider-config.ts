import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const validateProviderConfig: Handler<'ValidateProviderConfig'> = async (provider, { config }) => {
  const type = objectTypeOf(provider.schema.attributes)
  const found = await provider.validate?.(readConfig(config, type))
  return { diagnostics: toWireDiagnostics(found ?? [], type) }
}
