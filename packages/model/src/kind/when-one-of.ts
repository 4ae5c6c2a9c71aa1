import type { JsonSchema } from '../shape/json-schema.ts'

/** What else holds of an object in which a field has one of these values. */
export const whenOneOf = (field: string, values: readonly string[], then: JsonSchema): JsonSchema => ({
  if: { properties: { [field]: { enum: values } }, required: [field] },
  then,
})
