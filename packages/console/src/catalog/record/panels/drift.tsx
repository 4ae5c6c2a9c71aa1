import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Radar } from 'lucide-react'
import { useMode } from '../../../app/mode.tsx'
import { Badge } from '../../../design/badge.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Time } from '../../list/cell.tsx'
import type { PanelProps } from '../extra-panels.ts'
import styles from '../record-page.module.css'
import { EarlierScans } from './earlier-scans.tsx'

/** Where the environments of a project differ from what they should be, by the latest scan, and how it was before. */
export const Drift = ({ record }: PanelProps) => (
  <div className={styles.stack}>
    <Latest appId={String(record.id)} />
    <EarlierScans appId={String(record.id)} />
  </div>
)

function Latest({ appId }: { readonly appId: string }) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [mode, 'drift_snapshot', appId],
    queryFn: ({ signal }) => client.call('getDrift', { query: { appId }, signal }),
  })
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  const { drift } = found.data
  if (!drift) {
    return (
      <Empty icon={Radar} title="Not scanned yet">
        Scans appear here as automation reports them; only fingerprints are sent, never values.
      </Empty>
    )
  }
  if (drift.driftedCount === 0) {
    return (
      <Empty icon={CircleCheck} title="Nothing differs">
        All {drift.mappingsTotal} mappings are as they should be, scanned <Time at={drift.scannedAt} />.
      </Empty>
    )
  }
  return (
    <div className={styles.stack}>
      <p>
        <strong>
          {drift.driftedCount} of {drift.mappingsTotal}
        </strong>{' '}
        mappings differ, scanned <Time at={drift.scannedAt} />
        {drift.source && ` by ${drift.source}`}.
      </p>
      <Card isFlush>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Environment</th>
                <th scope="col">Variable</th>
                <th scope="col">How it differs</th>
                <th scope="col">Expected</th>
                <th scope="col">Found</th>
              </tr>
            </thead>
            <tbody>
              {drift.mappings.map((mapping) => (
                <tr key={mapping.mappingId}>
                  <td>{mapping.environment}</td>
                  <td>
                    <code>{mapping.variable}</code>
                  </td>
                  <td>
                    <Badge word={mapping.kind} />
                  </td>
                  <td>
                    <Fingerprint of={mapping.expectedFingerprint} />
                  </td>
                  <td>
                    <Fingerprint of={mapping.actualFingerprint} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  )
}

const shownLength = 22

const Fingerprint = ({ of }: { readonly of: string | null }) =>
  of === null ? '–' : <code title={of}>{of.slice(0, shownLength)}…</code>
