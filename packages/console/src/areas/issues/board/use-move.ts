import type { Page } from '@svc/client'
import { inWords, type IssueStatus, kinds, statusGroups } from '@svc/model'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../api/records.ts'
import { useMode } from '../../../session/mode.tsx'
import { stepBackFrom } from '../../../api/step-back.ts'
import { useUndo } from '../../../api/undo.ts'
import { tell, tellTrouble } from '../../../design/toast.tsx'
import type { Issue } from './groups.ts'

type List = InfiniteData<Page<Issue>, string | undefined>

interface Move {
  readonly issue: Issue
  readonly status: IssueStatus
}

/** Moves a card at once, and moves it back, with the reason, if the server refuses. */
export function useMove() {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const key = [...keyOf(mode, kinds.issue), 'list']
  const undo = useUndo()
  return useMutation({
    mutationFn: ({ issue, status }: Move) => client.issue.update(issue.id, { status }),
    onMutate: async ({ issue, status }) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueriesData<List>({ queryKey: key })
      const moved = { ...issue, status, statusGroup: statusGroups[status] }
      for (const [own, list] of before) {
        if (list) queries.setQueryData(own, withMoved(list, moved, groupOf(own)))
      }
      return { before }
    },
    onError: (error, { issue }, kept) => {
      for (const [own, list] of kept?.before ?? []) queries.setQueryData(own, list)
      tellTrouble(`“${issue.title}” was not moved`, error)
    },
    onSuccess: (saved, { issue, status }) => {
      const step = stepBackFrom(kinds.issue, { changes: { status }, before: issue, saved })
      tell(`Moved to ${inWords(status)}`, issue.title, undo.edits(kinds.issue, [step]))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(mode, kinds.issue) }),
  })
}

/** The status group that a list is filtered by, from its query key. */
const groupOf = (key: readonly unknown[]): unknown =>
  (key[3] as Record<string, unknown> | undefined)?.statusGroup

/** Newest first, as the server sorts them, so that the card does not jump when the list is refetched. */
function withMoved(list: List, moved: Issue, group: unknown): List {
  const wasHere = list.pages.some(({ items }) => items.some(({ id }) => id === moved.id))
  if (group === undefined) {
    return wasHere ? mapped(list, (items) => items.map((one) => (one.id === moved.id ? moved : one))) : list
  }
  const without = mapped(list, (items) => items.filter(({ id }) => id !== moved.id))
  if (group !== moved.statusGroup) return without
  let isPlaced = false
  return mapped(without, (items, isLast) => {
    if (isPlaced) return items
    const place = items.findIndex(({ createdAt }) => (createdAt ?? '') < (moved.createdAt ?? ''))
    if (place < 0 && !isLast) return items
    isPlaced = true
    return place < 0 ? [...items, moved] : items.toSpliced(place, 0, moved)
  })
}

function mapped(list: List, change: (items: readonly Issue[], isLast: boolean) => readonly Issue[]): List {
  const last = list.pages.length - 1
  return {
    ...list,
    pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index === last) })),
  }
}
