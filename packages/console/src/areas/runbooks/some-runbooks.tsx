import type { Fields } from '@svc/client'
import { kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { ShortList } from '../../record/short-list.tsx'
import { useMode } from '../../session/mode.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

/** So many are shown; the list itself has the rest. */
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

/** What may help with an issue: the runbooks of its project, those for its severity first. */
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
  /** What they are kept under. */
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
      // Without what they say, which is not shown here and would be kept for each page that is looked at.
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
