import type { Kind } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

/**
 * What a list can be sorted by when it is asked to: the name, or whatever a record is searched by first, and its
 * times. Each has an index, so that a page costs the same however long the list is.
 */
export const sortsOf = ({ search: [name] = [], fields }: Kind): readonly string[] =>
  name ? [name, 'createdAt', 'updatedAt'].filter((key) => fields[key]) : []

/** The parameter that asks for it. */
export function sortParamOf(kind: Kind): Readonly<Record<string, JsonSchema>> {
  const sorts = sortsOf(kind)
  if (sorts.length === 0) return {}
  return {
    sort: {
      type: 'string',
      enum: sorts.flatMap((key) => [key, `-${key}`]),
      description: `Sorts by this field, with \`-\` before it the other way round: \`sort=${sorts[0]}\`. Letters are sorted whatever their case. Without it the newest come first.`,
    },
  }
}
