import { coveredBy, kinds } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { Card } from '../../design/card.tsx'
import { Time } from '../../values/cell.tsx'
import styles from '../../record/record-page.module.css'
import { useDrift } from './use-drift.ts'

const maxScans = 20

/** How many mappings differed in earlier scans, since replaced by newer ones. */
export function EarlierScans({ appId }: { readonly appId: string }) {
  const { client, mode } = useMode()
  const found = useQuery({
    queryKey: [...keyOf(mode, kinds.driftSnapshot), 'earlier', appId],
    queryFn: ({ signal }) => client.driftSnapshot.page({ appId, limit: 2 * maxScans }, { signal }),
  })
  const current = new Set(useDrift(appId).data?.drift?.scans.map(({ snapshotId }) => snapshotId))
  const earlier = (found.data?.items ?? []).filter(({ id }) => !current.has(id)).slice(0, maxScans)
  if (earlier.length === 0) return null
  return (
    <Card title="Earlier scans" isFlush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Scanned</th>
              <th scope="col">Environments</th>
              <th scope="col">By</th>
              <th scope="col">Differed</th>
            </tr>
          </thead>
          <tbody>
            {earlier.map(({ id, scannedAt, source, driftedCount, mappingsTotal, ...scan }) => (
              <tr key={id}>
                <td>
                  <Time at={scannedAt} />
                </td>
                <td>{coveredBy(scan).join(', ') || '–'}</td>
                <td>{source ?? '–'}</td>
                <td>
                  {driftedCount} of {mappingsTotal}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
