import type { CallInput } from '@svc/client'
import type { Kind } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { ListState } from '../use-list-state.ts'
import { searchQueryOf } from './search-query.ts'

type SearchInput = NonNullable<CallInput<'searchEverything'>['query']>

/** What stands in the search box as it may have been meant, if that finds something in this list; null otherwise. */
export function useDidYouMean(kind: Kind, state: ListState, isEmpty: boolean): string | null {
  const { client, mode } = useMode()
  const text = state.text.trim()
  const isSearched = Boolean(kind.search ?? kind.alsoFoundBy)
  const { data = null } = useQuery({
    queryKey: [...keyOf(mode, kind), 'did you mean', text, state.filters],
    queryFn: async ({ signal }) => {
      const query = { ...searchQueryOf(text), kind: kind.name, limit: 1 } as SearchInput
      const { didYouMean } = await client.call('searchEverything', { query, signal })
      if (didYouMean === null) return null
      // The search knows nothing of the filters beside the box, which may leave out what was meant.
      const asked = { ...state.filters, ...state.paramsOf(didYouMean), limit: 1 }
      const { items } = await client.records(kind).page(asked, { signal })
      return items.length > 0 ? didYouMean : null
    },
    enabled: isEmpty && text !== '' && isSearched,
    retry: false,
  })
  return data
}
