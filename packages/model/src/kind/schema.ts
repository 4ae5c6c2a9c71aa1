import type { JsonSchema } from '../shape/json-schema.ts'
import { shape } from '../shape/shape.ts'

export type { JsonSchema }

/** What else holds of an object in which a field has one of these values. */
export const whenOneOf = (field: string, values: readonly string[], then: JsonSchema): JsonSchema => ({
  if: { properties: { [field]: { enum: values } }, required: [field] },
  then,
})

// Shapes whose type nobody reads.

export const orNull = (schema: JsonSchema): JsonSchema => shape.nullable(schema)

export const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => shape.object(properties, { required })

export const arrayOf = (items: JsonSchema, maxItems?: number): JsonSchema =>
  shape.array(items, { ...(maxItems !== undefined && { maxItems }) })

export const dateTime: JsonSchema = shape.dateTime()
