import type { JsonSchema } from './json-schema.ts'

/** An object of which nothing is given: each member has its default, or is empty. */
export const defaultsOf = ({ properties = {} }: JsonSchema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, defaultOf(member)]))

function defaultOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.type === 'array') return []
  return schema.type === 'object' ? defaultsOf(schema) : null
}
