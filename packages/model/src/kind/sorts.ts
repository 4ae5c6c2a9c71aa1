import type { Kind } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

/**
 * What a list can be sorted by: the name, or the first field that is searched, and the timestamps. Each has an index,
 * so a page costs the same however long the list is.
 */
export const sortsOf = ({ search: [name] = [], fields }: Kind): readonly string[] =>
  name ? [name, 'createdAt', 'updatedAt'].filter((key) => fields[key]) : []

/** The query parameter for it. */
export function sortParamOf(kind: Kind): Readonly<Record<string, JsonSchema>> {
  const sorts = sortsOf(kind)
  if (sorts.length === 0) return {}
  return {
    sort: {
      type: 'string',
      enum: sorts.flatMap((key) => [key, `-${key}`]),
      description: `Sorts by this field, ignoring case; a leading \`-\` reverses the order: \`sort=-${sorts[0]}\`. The default is newest first.`,
    },
  }
}
