import type { Fields, Page } from '@svc/client'
import type { Kind } from '@svc/model'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { isLongList } from './long-list.ts'
import { keyOf } from './records.ts'

/** Shows records as they were saved in every list that has them; short lists are read again, since order and filters may be affected. */
export function useReplaceRows(kind: Kind) {
  const { mode } = useMode()
  const queries = useQueryClient()
  return (saved: readonly Fields[]): void => {
    const byId = new Map(saved.map((record) => [record.id, record]))
    const replaced = (page: Page<Fields>): Page<Fields> => ({
      ...page,
      items: page.items.map((item) => byId.get(item.id) ?? item),
    })
    queries.setQueriesData<InfiniteData<Page<Fields>>>(
      { queryKey: [...keyOf(mode, kind), 'list'] },
      (lists) => lists && { ...lists, pages: lists.pages.map(replaced) },
    )
    for (const id of byId.keys()) {
      void queries.invalidateQueries({ queryKey: [mode, 'name', String(id)] })
      void queries.invalidateQueries({ queryKey: [mode, 'history', String(id)] })
    }
    void queries.invalidateQueries({
      queryKey: keyOf(mode, kind),
      predicate: (query) => !isLongList(query),
    })
  }
}
