import {
  facetField,
  facetKinds,
  facetsOf,
  type Field,
  fieldLabel,
  type Kind,
  maxFacetValues,
  none,
  takesNone,
} from '@svc/model'
import type { Sorting } from '../sorting.ts'

export interface GroupBy {
  /** The filter that each group sets. */
  readonly name: string
  readonly label: string
  readonly field: Field
}

/** What a list can be grouped by: whatever its values are counted of. */
export const groupingsOf = (kind: Kind): readonly GroupBy[] =>
  !facetKinds.includes(kind)
    ? []
    : facetsOf(kind).flatMap((name) => {
        const key = facetField(kind, name)
        const field = kind.fields[key]
        return field && typeof field.target !== 'object'
          ? [{ name, field, label: fieldLabel(kind, key) }]
          : []
      })

export interface Group {
  /** As the filter takes it; null for records without one. */
  readonly value: string | null
  readonly count: number
}

/**
 * In the model's order where it has one, backwards if the list is sorted so; otherwise the largest first. Records
 * without a value come last.
 */
export function groupsIn(
  { name, field: { schema, type } }: GroupBy,
  found: readonly Group[],
  sorting: Sorting | null,
): readonly Group[] {
  const sign = sorting?.key === name && sorting.isDescending ? -1 : 1
  const places = new Map((schema.enum ?? []).map((value, place) => [String(value), place]))
  const placeOf = ({ value }: Group): number => {
    if (value === null) return Number.POSITIVE_INFINITY
    return sign * (places.get(value) ?? (type === 'integer' ? Number(value) : 0))
  }
  return found
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
}

/** Whether there may be values that are not among those found. */
export const isCut = (found: readonly Group[]): boolean => found.length >= maxFacetValues

/** What the list of a group is asked for, within what the whole list is narrowed to. */
export function queryOf(
  { name, field }: GroupBy,
  { value }: Group,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (value !== null) return { ...query, [name]: value }
  if (takesNone(field)) return { ...query, [name]: none }
  return { ...query, query: [query.query, `no:${name}`].filter(Boolean).join(' ') }
}
