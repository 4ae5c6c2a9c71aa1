import type { NamedRecord } from '@svc/client'
import { kindNamed, maxQuery, severalOfKind } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMode } from '../../session/mode.tsx'
import { useSettled } from '../../form/picker/use-settled.ts'
import { said } from '../../design/trouble.ts'
import { searchQueryOf } from '../../list/query/search-query.ts'
import type { Entry, EntryGroup } from './commands.ts'
import { actionsOn } from './hit-actions.ts'
import { iconOfKind } from '../../values/kind-icon.ts'
import { useRecents } from './recents.ts'

const debounceMs = 90

/** Records that match what was typed, by kind, recently viewed ones first; only those where nothing is typed. */
export function useSearchResults(typed: string): {
  readonly groups: readonly EntryGroup[]
  /** What was typed, as it may have been meant. */
  readonly didYouMean: string | null
  /** Why the query was refused. */
  readonly fault: string | null
  readonly isBusy: boolean
} {
  const { client, mode } = useMode()
  const navigate = useNavigate()
  const recents = useRecents()
  const q = useSettled(typed.trim(), debounceMs).slice(0, maxQuery)
  const search = useQuery({
    queryKey: [mode, 'search', q],
    queryFn: ({ signal }) => client.call('searchEverything', { query: searchQueryOf(q), signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const names = useQuery({
    queryKey: [mode, 'recent', recents],
    queryFn: async ({ signal }) =>
      (await client.call('getNames', { query: { ids: recents.join(',') }, signal })).names,
    enabled: recents.length > 0,
  })
  const entryOf = ({ kind, id, name, ownerTeamName }: NamedRecord & Owned): Entry => ({
    key: id,
    label: name,
    detail: ownerTeamName ?? undefined,
    icon: iconOfKind(kind),
    actions: actionsOn({ kind, id }, navigate),
    run: () => void navigate({ to: `${kindNamed(kind).path}/${encodeURIComponent(id)}` }),
  })
  const rank = new Map(recents.map((id, place) => [id, place]))
  const rankOf = ({ id }: NamedRecord) => rank.get(id) ?? recents.length

  if (typed.trim() === '') {
    const known = [...(names.data ?? [])].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, 8)
    return {
      groups: known.length > 0 ? [{ label: 'Recent', entries: known.map(entryOf) }] : [],
      didYouMean: null,
      fault: null,
      isBusy: false,
    }
  }
  const byKind = Map.groupBy(search.data?.results ?? [], ({ kind }) => kind)
  const groups = [...byKind].map(([kind, hits]) => ({
    label: capital(severalOfKind(kindNamed(kind))),
    entries: hits.toSorted((a, b) => rankOf(a) - rankOf(b)).map(entryOf),
  }))
  const isBusy = search.isFetching || q !== typed.trim()
  return {
    groups: search.isError ? [] : groups,
    didYouMean: isBusy || search.isError ? null : (search.data?.didYouMean ?? null),
    fault: search.isError && !isBusy ? said(search.error) : null,
    isBusy,
  }
}

/** A search also says whose a record is. */
interface Owned {
  readonly ownerTeamName?: string | null
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
