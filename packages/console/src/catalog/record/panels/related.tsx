import type { Fields } from '@svc/client'
import { type Kind, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { useMode } from '../../../app/mode.tsx'
import { keyOf, useRecords } from '../../../api/records.ts'
import type { PanelProps } from '../extra-panels.ts'
import styles from '../record-page.module.css'
import { ShortList } from './short-list.tsx'

export const Issues = ({ record }: PanelProps) => <Related kind={kinds.issue} by="appId" id={record.id} />
export const Slos = ({ record }: PanelProps) => <Related kind={kinds.slo} by="appId" id={record.id} />
export const Systems = ({ record }: PanelProps) => (
  <Related kind={kinds.system} by="domainId" id={record.id} />
)
export const Deployments = ({ record }: PanelProps) => (
  <Related kind={kinds.deployment} by="appId" id={record.id} />
)
export const Assigned = ({ record }: PanelProps) => (
  <Related kind={kinds.issue} by="assignedToUid" id={record.id} />
)

/** What a project gives to others and what it keeps for itself. */
export const Offered = ({ record }: PanelProps) => (
  <div className={styles.stack}>
    <Related kind={kinds.api} by="componentId" id={record.id} />
    <Related kind={kinds.resource} by="componentId" id={record.id} />
  </div>
)

const owned: readonly Kind[] = [kinds.project, kinds.api, kinds.resource, kinds.system, kinds.domain]

export const Owned = ({ record }: PanelProps) => (
  <div className={styles.stack}>
    {owned.map((kind) => (
      <Related key={kind.name} kind={kind} by="ownerTeamId" id={record.id} />
    ))}
  </div>
)

interface RelatedProps {
  readonly kind: Kind
  readonly by: string
  readonly id: unknown
}

function Related({ kind, by, id }: RelatedProps) {
  const of = { [by]: String(id) }
  const found = useRecords(kind, of)
  return (
    <ShortList
      kind={kind}
      records={found.data?.pages[0]?.items}
      error={found.error}
      of={of}
      hasMore={found.hasNextPage || (found.data?.pages[0]?.items.length ?? 0) > 0}
    />
  )
}

/** So many are shown; the list itself has the rest. */
const mostRunbooks = 20

export const Runbooks = ({ record }: PanelProps) => {
  const { client } = useMode()
  const appId = String(record.id)
  return (
    <SomeRunbooks
      of={appId}
      appId={appId}
      read={async (signal) => {
        const { items, nextCursor } = await client.runbook.page({ appId, limit: mostRunbooks }, { signal })
        return { runbooks: items, nextCursor }
      }}
    />
  )
}

/** What may help with an issue: the runbooks of its project, those for its severity first. */
export const IssueRunbooks = ({ record }: PanelProps) => {
  const { client } = useMode()
  const params = { issueId: String(record.id) }
  return (
    <SomeRunbooks
      of={`${record.id} ${record.severity}`}
      appId={String(record.appId)}
      read={(signal) => client.call('listIssueRunbooks', { params, query: { limit: mostRunbooks }, signal })}
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
