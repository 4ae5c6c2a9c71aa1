import type { Fields, NamedRecord } from '@svc/client'
import { type Kind, maxPage, maxSearch, titleOf } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'
import { keyOf } from '../../api/records.ts'

const maxFound = 20

/** The records of a kind that match these words; the first few while there are no words yet. */
export function useFinder(kind: Kind, words: string, { isEnabled = true } = {}) {
  const { client, mode } = useMode()
  const q = words.trim().slice(0, maxSearch)
  return useQuery({
    queryKey: [...keyOf(mode, kind), 'found', q],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly NamedRecord[]> => {
      if (q !== '' && kind.search) {
        return (
          await client.call('searchEverything', { query: { q, kind: kind.name, limit: maxFound }, signal })
        ).results
      }
      const limit = kind.search ? maxFound : maxPage
      const { items } = await client.records(kind).page({ limit }, { signal })
      const named = items.map((record) => namedBy(kind, record))
      return named.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())).slice(0, maxFound)
    },
  })
}

const namedBy = (kind: Kind, record: Fields): NamedRecord => ({
  kind: kind.name,
  id: String(record.id),
  name: `${titleOf(kind, record)}${kind.activeBy && record[kind.activeBy] === false ? ' (deactivated)' : ''}`,
})
