import { faultsOf, type JsonSchema, type Kind } from '@svc/model'

/** What the rules of a kind add to the shape of one of its fields, depending on what is in it. */
export const conditionsFor = (kind: Kind, key: string): readonly JsonSchema[] =>
  (kind.rules ?? []).flatMap(({ schema }) => schema?.properties?.[key]?.items ?? [])

/** Whether a rule says that a field has no place in a record with these values. */
export const isRuledOut = (kind: Kind, key: string, values: object): boolean =>
  (kind.rules ?? []).some(
    ({ schema }) => fits(schema?.if, values) && schema?.then?.properties?.[key]?.type === 'null',
  )

/** The shape of one entry: what it always has, and what it has because of its own values. */
export function shapeOf(schema: JsonSchema, conditions: readonly JsonSchema[], value: unknown): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...schema.properties }
  const fitting = conditions.filter((one) => fits(one.if, value))
  for (const { then } of fitting) {
    for (const [key, part] of Object.entries(then?.properties ?? {})) {
      properties[key] = { ...properties[key], ...part }
    }
  }
  const required = [...(schema.required ?? []), ...fitting.flatMap(({ then }) => then?.required ?? [])]
  return { ...schema, properties, required }
}

const fits = (test: JsonSchema | undefined, value: unknown): boolean =>
  test !== undefined && [...faultsOf(test, value)].length === 0
