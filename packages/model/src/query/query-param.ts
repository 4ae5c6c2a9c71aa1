import type { Kind } from '../kind/kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape } from '../shape/shape.ts'
import { queryKeysOf } from './query-keys.ts'
import { maxQuery } from './query-text.ts'
import { allowedKeys } from './read-query.ts'

export const queryGrammar =
  '`key:value` for a value, `key:a,b` for one of several, `-key:value` for all but it, `no:key` for records without one; ' +
  'other words are looked for. Values with spaces are put into quotes.'

/** Whether a kind's list can be filtered at all. */
export const takesQuery = (kind: Kind): boolean => kind.search !== undefined || queryKeysOf(kind).length > 0

/** The parameter of a list that takes a query, for kinds that can be filtered. */
export const queryParamOf = (kind: Kind): Readonly<Record<string, JsonSchema>> =>
  !takesQuery(kind)
    ? {}
    : {
        query: shape.text({
          maxLength: maxQuery,
          description:
            `Several filters in one text: ${queryGrammar} Records are named by their name or id. ${allowedKeys(kind) ? `Keys: ${allowedKeys(kind)}.` : ''}`.trim(),
        }),
      }
