import { kinds } from '@svc/model'
import { useSummary } from '../../api/summaries.ts'
import { useMay } from '../../api/use-may.ts'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Tiles } from '../../design/tile.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf } from '../../values/ref-link.tsx'
import { summarisedAs } from '../../values/summarised.ts'
import styles from './overview.module.css'
import { PeopleCard } from './people-card.tsx'
import { tilesOf } from './tiles.ts'

/** What people come to ask: who is on call and who owns it, and how it is. */
export function Answers({ kind, record }: RecordProps) {
  const id = String(record.id)
  const found = useSummary(summarisedAs(kind.name, id))
  const mayAddSlo = useMay(kinds.slo, 'create')
  if (found.isError && !found.data)
    return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={4} />
  const place = { path: pathOf(kind.path, id), mayAddSlo, nowMs: Date.now() }
  return (
    <div className={styles.answers}>
      <PeopleCard kind={kind} record={record} summary={found.data} />
      <Tiles label="Current state" tiles={tilesOf(found.data, place)} />
    </div>
  )
}
