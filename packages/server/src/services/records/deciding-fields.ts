import type { Kind } from '@svc/model'
import type { Condition, ListQuery } from '../../store/records.ts'

/**
 * The fields that decide which records of a kind a list has, and in which order; undefined where records of another
 * kind decide too.
 */
export function decidingFields(
  kind: Kind,
  { where, sort }: Pick<ListQuery, 'where' | 'sort'>,
): ReadonlySet<string> | undefined {
  const order = sort?.field ?? kind.sortBy ?? kind.newestBy
  const fields = new Set(order === undefined ? ['id'] : ['id', order])
  for (const condition of where) {
    const asked = fieldsOf(kind, condition)
    if (!asked) return undefined
    for (const field of asked) fields.add(field)
  }
  return fields
}

function fieldsOf({ search = [] }: Kind, condition: Condition): readonly string[] | undefined {
  if ('through' in condition) return undefined
  if ('field' in condition) return [condition.field]
  if ('array' in condition) return [condition.array]
  return 'search' in condition || 'begins' in condition ? search : undefined
}
