import { faultsOf, isDropped, type JsonSchema, type Kind } from '@svc/model'
import type { Values } from './form-field.ts'

/** What the rules of a kind add to the objects in one of its lists, depending on what is in each. */
export const conditionsFor = (kind: Kind, key: string): readonly JsonSchema[] =>
  (kind.rules ?? []).flatMap(({ schema }) => schema?.properties?.[key]?.items ?? [])

/** Whether a field has no place in a record with these values, or none until another field is filled in. */
export function isRuledOut(kind: Kind, key: string, values: Values): boolean {
  const field = kind.fields[key]
  if (field && isDropped(field, values)) return true
  return (kind.rules ?? []).some(
    ({ schema }) =>
      schema?.then?.properties?.[key]?.type === 'null' &&
      (fits(schema.if, values) || isUndecided(schema.if, values)),
  )
}

const isUndecided = (test: JsonSchema | undefined, values: Values): boolean =>
  (test?.required ?? []).some((key) => values[key] === null || values[key] === undefined)

/** Whether a rule requires a field because of the other values, though not every record needs it. */
export const isCalledFor = (kind: Kind, key: string, values: Values): boolean =>
  (kind.rules ?? []).some(
    ({ schema }) => schema?.then?.required?.includes(key) === true && fits(schema.if, values),
  )

/** The schema of one object: what always holds, and what holds because of its own values. */
export function conditionalSchema(
  schema: JsonSchema,
  conditions: readonly JsonSchema[],
  value: unknown,
): JsonSchema {
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

/** What was filled in for another type, such as its parameters, means nothing for the one that was chosen since. */
export function withoutOutdated(
  schema: JsonSchema,
  conditions: readonly JsonSchema[],
  before: unknown,
  next: unknown,
): unknown {
  if (typeof next !== 'object' || next === null) return next
  const [old, now] = [before, next].map((value) => conditionalSchema(schema, conditions, value).properties)
  const isOutdated = ([key, value]: readonly [string, unknown]): boolean =>
    value === Object(before)[key] && JSON.stringify(old?.[key]) !== JSON.stringify(now?.[key])
  return Object.fromEntries(Object.entries(next).filter((part) => !isOutdated(part)))
}

const fits = (test: JsonSchema | undefined, value: unknown): boolean =>
  test !== undefined && [...faultsOf(test, value)].length === 0
