/**
 * The key of what a value means to whoever fills it in or looks it up. It is a symbol, so that it goes wherever a schema
 * goes and is still left out of every description: JSON has no symbols.
 */
export const means: unique symbol = Symbol('means')

/** What a schema cannot say of a text or an object by its type, length or pattern. */
export type Meaning =
  | 'vaultItem'
  | 'timeOfDay'
  | 'timeZone'
  | 'email'
  | 'phone'
  | 'person'
  | 'certificate'
  | { readonly recordOf: string }

/**
 * The key of which members beside it svc sets a member from, as far as nothing is given for it: only a change of one of
 * them may change it.
 */
export const filledFrom: unique symbol = Symbol('filled from')

/** The key of which member beside it a member repeats in another form. */
export const repeats: unique symbol = Symbol('repeats')

/** The part of JSON Schema 2020-12 that svc uses; plain objects, which are used in OpenAPI as they are. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly propertyNames?: JsonSchema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly examples?: readonly unknown[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly else?: JsonSchema
  readonly not?: JsonSchema
  readonly $ref?: string
  readonly [means]?: Meaning
  readonly [filledFrom]?: readonly string[]
  readonly [repeats]?: string
}
