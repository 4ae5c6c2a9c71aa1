import type { Field, ValueOf } from './field.ts'
import type { Kind } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { type Shape, shape } from '../shape/shape.ts'
import { worded } from './patterns.ts'

export const maxPage = 1_000

export const pageParams = {
  limit: shape.integer({
    minimum: 1,
    maximum: maxPage,
    description: 'Maximum number of records per page. Without it, the complete list is returned.',
  }),
  cursor: shape.text({
    // Long enough for a page that ended at the longest name, escaped and encoded.
    maxLength: 2_048,
    pattern: worded('^[A-Za-z0-9_-]+$', 'must be the nextCursor of a page'),
    description: 'The nextCursor of a page, to get the next one.',
  }),
}

/** For kinds whose deleted records are kept: includes those, for admins. */
export const deletedParamOf = ({ softDelete }: Kind): Readonly<Record<string, JsonSchema>> =>
  softDelete === undefined
    ? {}
    : {
        includeDeleted: {
          type: 'string',
          enum: ['true', 'false'],
          default: 'false',
          description: `\`true\`: include deleted ones, each with \`${softDelete}\`. Needs the admin scope.`,
        },
      }

/** Short enough that all filters at once fit in the head of a request. */
const text: JsonSchema = { type: 'string', maxLength: 200 }

/** Instead of an id, which always has a prefix: finds records without a reference. */
export const none = 'none'

/** Whether a list can be filtered by records without a value in this field. */
export const takesNone = ({ type, traits }: Field): boolean => type === 'ref' && traits.nullable === true

/** A script's empty variable may become `null`, which would otherwise match nothing without notice. */
const notNull = worded('^(?!null$)', `must be an id, or ${none} for records without one; null is neither`)

type FilterKey<K extends Kind> = {
  [F in keyof K['fields']]: K['fields'][F]['traits'] extends { filter: true } ? F : never
}[keyof K['fields']]

/** The fields that a kind's list can be filtered by; for a kind known only at run time, any. */
export type Filters<K extends Kind> = Kind extends K
  ? Readonly<Record<string, JsonSchema>>
  : { readonly [F in FilterKey<K>]: Shape<Extract<ValueOf<K['fields'][F]>, string | number>> }

/** The query parameters of a kind's list. */
export function filtersOf<K extends Kind>(kind: K): Filters<K> {
  const filters: Record<string, JsonSchema> = {}
  for (const [key, field] of Object.entries(kind.fields)) {
    const { schema, traits } = field
    if (traits.filter) {
      const isNeeded = kind.requiredFilters?.includes(key)
      const canLack = takesNone(field)
      filters[key] = {
        ...exact(schema),
        ...(isNeeded && { minLength: 1 }),
        ...(canLack && { pattern: notNull }),
        description: `${traits.about} Returns only records with this value${canLack ? `; \`${none}\` returns those without one` : ''}.`,
      }
    }
  }
  for (const { traits } of Object.values(kind.fields)) {
    if (traits.filterAs)
      filters[traits.filterAs] = {
        ...text,
        description: `${traits.about} Returns only records that have this one.`,
      }
  }
  if (kind.search) {
    filters.q = {
      ...text,
      description: `Returns only records with this text in ${kind.search.join(' or ')}, ignoring case.`,
    }
  }
  if (kind.hiddenBy) {
    filters[kind.hiddenBy] = {
      type: 'string',
      enum: ['true', 'false', 'all'],
      default: 'false',
      description: `\`true\` returns only ${kind.hiddenBy} ones; \`all\` includes them.`,
    }
  }
  // Built from the same traits as its type.
  return filters as Filters<K>
}

/** The field of a record that a filter is about: an array is filtered by its values under another name. */
export function facetField({ fields }: Kind, name: string): string {
  return fields[name]
    ? name
    : (Object.keys(fields).find((key) => fields[key]?.traits.filterAs === name) ?? name)
}

/** A filter accepts any text of the right type: a value that no record has simply matches nothing. */
function exact(schema: JsonSchema): JsonSchema {
  if (schema.enum) return { type: 'string', enum: schema.enum }
  return schema.type === 'integer' ? schema : text
}
