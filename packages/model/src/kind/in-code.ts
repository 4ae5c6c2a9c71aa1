import type { Kind } from './kind.ts'
import { pluralOf } from './nouns.ts'
import { type JsonSchema, repeats } from '../shape/json-schema.ts'

/** The names of kinds and fields in OpenTofu and Terraform. */

/** The type of a kind without the provider's prefix: `dependency_edge`. */
export const codeNameOf = (kind: Kind): string => kind.resourceType ?? kind.name

/** The plural of that: `dependency_edges`. */
export const pluralCodeNameOf = (kind: Kind): string => {
  const name = codeNameOf(kind)
  return name.endsWith('s') ? name : pluralOf(name)
}

/** Names that are reserved inside a block. */
const reserved: Readonly<Record<string, string>> = { lifecycle: 'lifecycle_stage', provider: 'provider_name' }

/** A field's name: in snake_case, and `params_json` for an object without a fixed shape, written as JSON text. */
export const attributeNameOf = (key: string, schema: JsonSchema): string => {
  const name = snakeCase(key)
  return isOpenObject(schema) ? `${name}_json` : (reserved[name] ?? name)
}

export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isOpenObject = ({ type, properties }: JsonSchema): boolean =>
  [type].flat().includes('object') && properties === undefined

/** Whether code can set a part of a value: not what svc sets, nor what only repeats another part. */
export const isSetInCode = (schema: JsonSchema): boolean =>
  schema.readOnly !== true && schema[repeats] === undefined
