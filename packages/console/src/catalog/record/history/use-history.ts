import type { Fields } from '@svc/client'
import { type Kind, kinds } from '@svc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMode } from '../../../app/mode.tsx'
import { useSession } from '../../../app/session.tsx'

export interface ChangeEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null }
  readonly before: Fields | null
  readonly after: Fields | null
}

interface HistoryPage {
  readonly events: readonly ChangeEvent[]
  readonly nextCursor: string | null
}

const limit = 50

/** Whether someone may see what became of a record: of an issue everyone, of the rest who administers. */
export function useMaySeeHistory(kind: Kind): boolean {
  const { scopes } = useSession()
  return kind === kinds.issue || (!kind.unlogged && scopes.includes('admin'))
}

/** Every change of a record, the newest first. */
export function useHistory(kind: Kind, id: string) {
  const { client, mode } = useMode()
  const isEnabled = useMaySeeHistory(kind)
  return useInfiniteQuery({
    queryKey: [mode, 'history', id],
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const page = { limit, ...(pageParam && { cursor: pageParam }) }
      const answer =
        kind === kinds.issue
          ? await client.call('listIssueActivity', { params: { issueId: id }, query: page, signal })
          : await client.call('listAuditLog', { query: { subjectId: id, ...page }, signal })
      // Both list the entries of the event log, whose shape the model describes.
      const events = (answer.activity ?? answer.auditLog ?? []) as readonly ChangeEvent[]
      return { events, nextCursor: typeof answer.nextCursor === 'string' ? answer.nextCursor : null }
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
