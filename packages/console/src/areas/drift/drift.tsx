import type { Drift as DriftAnswer } from '@svc/model'
import { CircleCheck, Radar } from 'lucide-react'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Time } from '../../values/cell.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'
import { EarlierScans } from './earlier-scans.tsx'
import { useDrift } from './use-drift.ts'

/** Where the environments of a project have drifted, by the latest scan of each, and their earlier scans. */
export const Drift = ({ record }: RecordProps) => (
  <div className={styles.stack}>
    <Latest appId={String(record.id)} />
    <EarlierScans appId={String(record.id)} />
  </div>
)

function Latest({ appId }: { readonly appId: string }) {
  const found = useDrift(appId)
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  const { drift } = found.data
  if (!drift) {
    return (
      <Empty icon={Radar} title="Not scanned yet">
        Scans appear here when your automation reports them. Only fingerprints are sent, never values.
      </Empty>
    )
  }
  if (drift.driftedCount === 0) {
    return (
      <div className={styles.stack}>
        <Empty icon={CircleCheck} title="No drift">
          {drift.mappingsTotal === 1
            ? 'The only mapping matches'
            : `All ${drift.mappingsTotal} mappings match`}
          , last scanned <Time at={drift.scannedAt} />.
        </Empty>
        <Scans of={drift} />
      </div>
    )
  }
  return (
    <div className={styles.stack}>
      <p>
        <strong>
          {drift.driftedCount} of {drift.mappingsTotal}
        </strong>{' '}
        {drift.mappingsTotal === 1 ? 'mapping' : 'mappings'} {drift.driftedCount === 1 ? 'differs' : 'differ'}
        , last scanned <Time at={drift.scannedAt} />
        {drift.source && ` by ${drift.source}`}.
      </p>
      <Scans of={drift} />
      {drift.mappings.length < drift.driftedCount && (
        <p>Only the first {drift.mappings.length} that differ are shown.</p>
      )}
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
                <tr key={`${mapping.environment} ${mapping.mappingId}`}>
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

/** When each environment was last scanned, and how much of it differed: a scan of one says nothing about another. */
function Scans({ of: { scans } }: { readonly of: DriftAnswer }) {
  if (scans.every(({ environment }) => environment === null)) return null
  return (
    <ul>
      {scans.map(({ environment, scannedAt, driftedCount }) => (
        <li key={environment}>
          <strong>{environment}</strong>:{' '}
          {driftedCount === 0
            ? 'nothing differs'
            : `${driftedCount} ${driftedCount === 1 ? 'differs' : 'differ'}`}
          , scanned <Time at={scannedAt} />
        </li>
      ))}
    </ul>
  )
}

const shownLength = 22

const Fingerprint = ({ of }: { readonly of: string | null }) =>
  of === null ? '–' : <code title={of}>{of.slice(0, shownLength)}…</code>
