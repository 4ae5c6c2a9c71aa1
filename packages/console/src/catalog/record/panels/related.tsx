import type { Fields } from '@svc/client'
import { type Kind, kinds, maxPage } from '@svc/model'
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
/** Each is 4 MB at the most: whoever has more runbooks than fit into them is shown the way to the list. */
const mostPages = 8

/** A list of runbooks cannot be asked for those of one project: it is looked through until there are enough. */
export function Runbooks({ record }: PanelProps) {
  const { client, mode } = useMode()
  const id = String(record.id)
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.runbook), 'of', id],
    queryFn: async ({ signal }) => {
      const own: Fields[] = []
      let cursor: string | null | undefined
      for (let page = 0; page < mostPages && cursor !== null && own.length < mostRunbooks; page += 1) {
        const query = { limit: maxPage, ...(cursor !== undefined && { cursor }) }
        const { items, nextCursor } = await client.runbook.page(query, { signal })
        // Without what they say, which is not shown here and would be kept for each project that is looked at.
        own.push(
          ...items
            .filter(({ linkedAppIds }) => linkedAppIds.includes(id))
            .map((one) => ({ ...one, bodyMd: '' })),
        )
        cursor = nextCursor
      }
      return { own: own.slice(0, mostRunbooks), hasMore: cursor !== null || own.length > mostRunbooks }
    },
  })
  return (
    <ShortList
      kind={kinds.runbook}
      records={found.data?.own}
      error={found.error}
      of={{}}
      hasMore={found.data?.hasMore ?? false}
    />
  )
}
