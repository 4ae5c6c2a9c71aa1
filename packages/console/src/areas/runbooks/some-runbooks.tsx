import type { Fields } from '@svc/client'
import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { ShortList } from '../../record/short-list.tsx'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

/** How many are shown; the list has the rest. */
const maxRunbooks = 20

export const Runbooks = ({ record }: RecordProps) => {
  const { client } = useMode()
  const appId = String(record.id)
  return (
    <SomeRunbooks
      of={appId}
      appId={appId}
      read={async (signal) => {
        const { items, nextCursor } = await client.runbook.page({ appId, limit: maxRunbooks }, { signal })
        return { runbooks: items, nextCursor }
      }}
    />
  )
}

/** Runbooks for an issue: those of its project, those for its severity first. */
export const IssueRunbooks = ({ record }: RecordProps) => {
  const { client } = useMode()
  const params = { issueId: String(record.id) }
  return (
    <SomeRunbooks
      of={`${record.id} ${record.severity}`}
      appId={String(record.appId)}
      read={(signal) => client.call('listIssueRunbooks', { params, query: { limit: maxRunbooks }, signal })}
    />
  )
}

interface SomeRunbooksProps {
  /** Part of the query key. */
  readonly of: string
  readonly appId: string
  read(
    signal: AbortSignal,
  ): Promise<{ readonly runbooks: readonly Fields[]; readonly nextCursor?: string | null }>
}

function SomeRunbooks({ of, appId, read }: SomeRunbooksProps) {
  const { mode } = useMode()
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.runbook), 'of', of],
    queryFn: async ({ signal }) => {
      const { runbooks, nextCursor } = await read(signal)
      // Without their texts, which are not shown here and would be cached for every page visited.
      return { own: runbooks.map((one) => ({ ...one, bodyMd: '' })), hasMore: typeof nextCursor === 'string' }
    },
  })
  return (
    <ShortList
      kind={kinds.runbook}
      records={found.data?.own}
      error={found.error}
      of={{ appId }}
      hasMore={found.data?.hasMore ?? false}
    />
  )
}
