import { CatalogError, kinds } from '@svc/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bug, RefreshCw } from 'lucide-react'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { tellTrouble } from '../../design/toast.tsx'
import { Time } from '../../values/cell.tsx'
import { safeAddress } from '../../words/safe-address.ts'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'
import { ErrorTrackerForm } from './error-tracker-form.tsx'

/** What the error tracker of a project reports. */
export function Errors({ record }: RecordProps) {
  const { client, mode } = useMode()
  const { scopes } = useSession()
  const isAdmin = scopes.includes('admin')
  const queries = useQueryClient()
  const params = { appId: String(record.id) }
  const queryKey = [mode, kinds.errorTracker.name, params.appId]
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.call('getErrorTracker', { params, signal }).catch((error: unknown) => {
        if (error instanceof CatalogError && error.code === 'not_found') return null
        throw error
      }),
  })
  const refresh = useMutation({
    mutationFn: () => client.call('refreshErrorTracker', { params }),
    onError: (error) => tellTrouble('Not refreshed', error),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Skeleton />
  if (!found.data) {
    return (
      <Empty
        icon={Bug}
        title="No error tracker"
        actions={isAdmin && <ErrorTrackerForm appId={params.appId} tracker={null} />}
      >
        {kinds.errorTracker.about}{' '}
        {isAdmin ? 'Its credential is a vault item.' : 'Ask an admin to connect one.'}
      </Empty>
    )
  }
  const { provider, projectRef, snapshot } = found.data
  return (
    <div className={styles.stack}>
      {snapshot?.lastFetchError && <Note tone="warn">{snapshot.lastFetchError}</Note>}
      <Card>
        <div className={styles.scored}>
          <p>
            <Badge word={provider} /> {projectRef}
          </p>
          {snapshot && (
            <p>
              <strong>{snapshot.totalOpen ?? '–'}</strong> open ·{' '}
              <strong>{snapshot.totalEvents24h ?? '–'}</strong> in the last 24 hours
            </p>
          )}
          {scopes.includes('write') && (
            <Button disabled={refresh.isPending} onClick={() => refresh.mutate()}>
              <RefreshCw aria-hidden />
              Refresh
            </Button>
          )}
          {isAdmin && <ErrorTrackerForm appId={params.appId} tracker={found.data} />}
        </div>
      </Card>
      {snapshot && snapshot.issues.length > 0 && (
        <Card title="Most frequent" isFlush>
          <div className={styles.scroll}>
            <table className={styles.table}>
              <tbody>
                {snapshot.issues.map((issue) => (
                  <tr key={issue.id}>
                    <td className={styles.name}>
                      <Away to={issue.url}>{issue.title}</Away>
                    </td>
                    <td>
                      <Badge word={issue.level} />
                    </td>
                    <td className={styles.number}>{issue.count24h ?? '–'}</td>
                    <td>{issue.lastSeenAt && <Time at={issue.lastSeenAt} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
    </div>
  )
}

function Away({ to, children }: { readonly to: string | null; readonly children: string }) {
  const address = to && safeAddress(to)
  if (!address) return children
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
