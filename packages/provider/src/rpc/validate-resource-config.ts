import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import { type Attributes, objectTypeOf } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { readConfig } from './read-config.ts'

export const validateResourceConfig: Handler<'ValidateResourceConfig'> = async (
  provider,
  { typeName, config: given, clientCapabilities },
) => {
  const resource = findResource(provider, typeName)
  const { attributes } = resource.schema
  const type = objectTypeOf(attributes)
  const config = readConfig(given, type)
  const tooNew = clientCapabilities?.writeOnlyAttributesAllowed ? [] : writeOnlyIn(attributes, config)
  const found = tooNew.length > 0 ? tooNew : await resource.validate?.(config)
  return { diagnostics: toWireDiagnostics(found ?? [], type) }
}

/** An older host would keep them in its plans, and then in its state. */
const writeOnlyIn = (attributes: Attributes, config: ObjectValue): readonly Diagnostic[] =>
  Object.keys(attributes)
    .filter((name) => attributes[name]?.writeOnly && (config[name] ?? null) !== null)
    .map((name) =>
      error(
        `${name} needs a newer version`,
        `${name} is write-only: it is never kept in a plan or a state. That needs OpenTofu 1.11 or Terraform 1.11, or later.`,
        [name],
      ),
    )
