import type { Kind } from '@svc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { type HistoryPage, type ReadHistory, useAreaParts } from './area-parts.ts'

const limit = 50

const readLog: ReadHistory = async (client, id, page, signal) => {
  const { auditLog, nextCursor } = await client.call('listAuditLog', {
    query: { subjectId: id, ...page },
    signal,
  })
  return { events: auditLog, ...(nextCursor && { nextCursor }) }
}

/** Whether the person signed in may see the history of a record. */
export function useMaySeeHistory(kind: Kind): boolean {
  const { scopes } = useSession()
  const isOpenToAll = useAreaParts().histories[kind.name] !== undefined
  return isOpenToAll || (!kind.unlogged && scopes.includes('admin'))
}

/** Every change of a record, the newest first. */
export function useHistory(kind: Kind, id: string) {
  const { client, mode } = useMode()
  const { histories } = useAreaParts()
  const isEnabled = useMaySeeHistory(kind)
  const read = histories[kind.name] ?? readLog
  return useInfiniteQuery({
    queryKey: [mode, 'history', id],
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> =>
      read(client, id, { limit, ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
