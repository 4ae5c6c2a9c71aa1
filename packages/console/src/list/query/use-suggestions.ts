import { asQueryValue, flagsOf, inWords, type Kind, kindNamed, queryKeysOf } from '@svc/model'
import { useFacets } from '../../api/facets.ts'
import { useFinder } from '../../form/picker/use-finder.ts'
import type { Edited } from './edited.ts'

export interface Suggestion {
  /** As it is put into the query. */
  readonly inserted: string
  readonly shown: string
  /** What it is, or how many records have it. */
  readonly detail?: string | undefined
}

const most = 8

/** What could come where somebody is typing: keys, values that records have, names. */
export function useSuggestions(kind: Kind, edited: Edited | undefined): readonly Suggestion[] {
  const of = edited?.is === 'value' && typeof edited.of === 'object' ? edited.of : undefined
  const [target] = of?.targets.length === 1 ? of.targets : []
  const found = useFinder(target === undefined ? kind : kindNamed(target), edited?.typed ?? '', {
    isEnabled: target !== undefined,
  })
  const facets = useFacets(kind, {}, { isEnabled: of !== undefined && target === undefined })
  if (!edited) return []
  if (target !== undefined)
    return (found.data ?? [])
      .slice(0, most)
      .map(({ name }) => ({ inserted: asQueryValue(name), shown: name }))
  const all = of
    ? valuesOf(of.schema.enum, facets.data?.facets[of.filter ?? ''])
    : edited.is === 'value' && edited.of === 'is'
      ? Object.keys(flagsOf(kind)).map((flag) => ({ inserted: flag, shown: flag }))
      : edited.is === 'value'
        ? keysOf(kind, ({ canLack }) => canLack)
        : [
            ...keysOf(kind, ({ canExclude }) => canExclude || !edited.isNot).map(withColon),
            ...(edited.isNot ? [] : words(kind)),
          ]
  const typed = edited.typed.toLowerCase()
  return all
    .filter(({ shown }) => shown.toLowerCase().startsWith(typed))
    .slice(0, Math.max(most, typed ? 0 : 12))
}

function valuesOf(
  allowed: readonly unknown[] | undefined,
  counts: readonly { readonly value: string | null; readonly count: number }[] = [],
): readonly Suggestion[] {
  const count = new Map(counts.map((one) => [one.value, one.count]))
  const values = allowed?.map(String) ?? counts.flatMap(({ value }) => value ?? [])
  return values.map((value) => {
    const known = count.get(value)
    const word = allowed && inWords(value) !== value ? inWords(value) : undefined
    return { inserted: asQueryValue(value), shown: value, detail: known === undefined ? word : String(known) }
  })
}

type Key = ReturnType<typeof queryKeysOf>[number]

const keysOf = (kind: Kind, fits: (key: Key) => boolean): readonly Suggestion[] =>
  queryKeysOf(kind)
    .filter(fits)
    .map(({ key, label }) => ({ inserted: key, shown: key, detail: label }))

const withColon = ({ inserted, shown, ...rest }: Suggestion): Suggestion => ({
  ...rest,
  inserted: `${inserted}:`,
  shown: `${shown}:`,
})

const words = (kind: Kind): readonly Suggestion[] => [
  ...(queryKeysOf(kind).some(({ canLack }) => canLack)
    ? [{ inserted: 'no:', shown: 'no:', detail: 'Without a value' }]
    : []),
  ...(Object.keys(flagsOf(kind)).length > 0 ? [{ inserted: 'is:', shown: 'is:', detail: 'State' }] : []),
]
