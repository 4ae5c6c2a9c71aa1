import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const configureProvider: Handler<'ConfigureProvider'> = async (
  provider,
  { config, terraformVersion },
) => {
  const type = objectTypeOf(provider.schema.attributes)
  const found = await provider.configure(readConfig(config, type), { version: terraformVersion })
  return { diagnostics: toWireDiagnostics(found, type) }
}
