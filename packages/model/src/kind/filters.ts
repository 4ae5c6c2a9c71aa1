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
    description: 'Maximum number of records per page. Without it the whole list is sent.',
  }),
  cursor: shape.text({
    // Room for a page that ended at the longest name, escaped and encoded.
    maxLength: 2_048,
    pattern: worded('^[A-Za-z0-9_-]+$', 'must be the nextCursor of a page'),
    description: "A page's nextCursor, to go on after it.",
  }),
}

/** Of kinds whose deleted records are kept: shows those, too, to who may administer. */
export const deletedParamOf = ({ softDelete }: Kind): Readonly<Record<string, JsonSchema>> =>
  softDelete === undefined
    ? {}
    : {
        includeDeleted: {
          type: 'string',
          enum: ['true', 'false'],
          default: 'false',
          description: `\`true\`: deleted ones too, each with \`${softDelete}\`. Needs the admin scope.`,
        },
      }

/** All filters at once, each as long as it may be, still fit in the head of a request. */
const text: JsonSchema = { type: 'string', maxLength: 200 }

/** In place of an id, which always has a prefix: records that point at nothing. */
export const none = 'none'

/** Whether a list can be narrowed to what has nothing in this field. */
export const takesNone = ({ type, traits }: Field): boolean => type === 'ref' && traits.nullable === true

/** What an empty variable of a script turns into would pass for an id that nothing has. */
const notNull = worded('^(?!null$)', `must be an id, or ${none} for those without one: null is neither`)

type FilterKey<K extends Kind> = {
  [F in keyof K['fields']]: K['fields'][F]['traits'] extends { filter: true } ? F : never
}[keyof K['fields']]

/** The fields that a kind's list can be narrowed by; of one that is known only when it runs, any. */
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
        description: `${traits.about} Lists only those with this value${canLack ? `; \`${none}\`: those without one` : ''}.`,
      }
    }
  }
  for (const { traits } of Object.values(kind.fields)) {
    if (traits.filterAs)
      filters[traits.filterAs] = {
        ...text,
        description: `${traits.about} Lists only those that have this one.`,
      }
  }
  if (kind.search) {
    filters.q = {
      ...text,
      description: `Only those with this text in ${kind.search.join(' or ')}, in any case.`,
    }
  }
  if (kind.hiddenBy) {
    filters[kind.hiddenBy] = {
      type: 'string',
      enum: ['true', 'false', 'all'],
      default: 'false',
      description: `\`true\`: only ${kind.hiddenBy} ones; \`all\`: these too.`,
    }
  }
  // Made of the same traits as its type.
  return filters as Filters<K>
}

/** A filter takes any text of the right sort: one that no record has simply matches nothing. */
function exact(schema: JsonSchema): JsonSchema {
  if (schema.enum) return { type: 'string', enum: schema.enum }
  return schema.type === 'integer' ? schema : text
}
