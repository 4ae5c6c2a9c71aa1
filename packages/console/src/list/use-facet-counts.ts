import { type Kind, maxFacetValues, severalOfKind } from '@svc/model'
import { useFacets } from '../api/facets.ts'
import type { Tally } from '../design/tally.tsx'
import { exactly } from '../words/figures.ts'
import type { ListState } from './use-list-state.ts'

export interface FacetCounts {
  /** What a value would leave of the list; null is for records without one. */
  of(value: string | null): Tally | undefined
  readonly all: Tally | undefined
  /** The values that records have, the most common first. */
  readonly common: readonly string[]
}

/** How many records each value of a filter would leave, within the other filters. */
export function useFacetCounts(kind: Kind, name: string, { q, query, filters }: ListState): FacetCounts {
  const others = Object.entries({
    ...filters,
    ...(q && { q }),
    ...(query.query && { query: query.query }),
  }).filter(([other]) => other !== name)
  const { data } = useFacets(kind, Object.fromEntries(others))
  const values = data?.facets[name]
  const tallyOf = (count: number): Tally => {
    const noun = count === 1 ? kind.noun : severalOfKind(kind)
    return data?.isExact
      ? { shown: exactly(count), said: `${exactly(count)} ${noun}` }
      : { shown: `≥ ${exactly(count)}`, said: `at least ${exactly(count)} ${noun}` }
  }
  // Of more values, those that are not among them may still occur.
  const areAll = data?.isExact && values !== undefined && values.length < maxFacetValues
  return {
    of: (value) => {
      const found = values?.find((one) => one.value === value)
      return found ? tallyOf(found.count) : areAll ? tallyOf(0) : undefined
    },
    all: data && tallyOf(data.total),
    common: (values ?? []).flatMap(({ value }) => (value === null || value === '' ? [] : value)),
  }
}
