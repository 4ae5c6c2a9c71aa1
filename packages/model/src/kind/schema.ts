/** The part of JSON Schema 2020-12 that svc uses; plain objects, so that they are the OpenAPI as they stand. */
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
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly examples?: readonly unknown[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly $ref?: string
}

/** The same schema, null allowed. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.enum) return { ...schema, type: ['string', 'null'], enum: [...schema.enum, null] }
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}

/** What else holds of an object in which a field has one of these values. */
export const whenOneOf = (field: string, values: readonly string[], then: JsonSchema): JsonSchema => ({
  if: { properties: { [field]: { enum: values } }, required: [field] },
  then,
})

export const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

export const arrayOf = (items: JsonSchema, maxItems?: number): JsonSchema => ({
  type: 'array',
  items,
  ...(maxItems !== undefined && { maxItems }),
})

export const dateTime: JsonSchema = { type: 'string', format: 'date-time' }
