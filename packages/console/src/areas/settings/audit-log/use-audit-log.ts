import type { LoggedEvent } from '@svc/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMode } from '../../../session/mode.tsx'

export type State = LoggedEvent['before']

/** The filters of the log, named as in the address bar and the API. */
export const filterKeys = ['subjectKind', 'subjectId', 'type', 'actorId', 'since', 'until'] as const
export type Filters = { readonly [K in (typeof filterKeys)[number]]?: string | undefined }

export function filtersIn(search: Readonly<Record<string, unknown>>): Filters {
  const given = filterKeys.flatMap((key) => {
    const value = search[key]
    return typeof value === 'string' && value !== '' ? [[key, value] as const] : []
  })
  return Object.fromEntries(given)
}

const pageSize = 50

export function useAuditLog(filters: Filters) {
  const { client, mode } = useMode()
  return useInfiniteQuery({
    queryKey: [mode, 'audit-log', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = {
        ...filters,
        since: asTime(filters.since),
        until: asTime(filters.until),
        limit: pageSize,
        cursor,
      }
      return client.call('listAuditLog', { query, signal })
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
}

/** The address bar has days, the API wants times. A day begins in the reader's time zone. */
const asTime = (day: string | undefined): string | undefined => {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return day
  const at = new Date(`${day}T00:00:00`)
  // An invalid day, such as the 45th, is left for the server to refuse.
  return Number.isNaN(at.getTime()) ? day : at.toISOString()
}
