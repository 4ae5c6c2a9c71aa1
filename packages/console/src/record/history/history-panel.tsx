import type { LoggedEvent } from '@svc/model'
import { History } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { Entry } from './entry.tsx'
import styles from './history.module.css'
import { useHistory } from '../../values/use-history.ts'

/** Every change of a record: who made it, when, and the values before and after. */
export function HistoryPanel({ kind, record }: RecordProps) {
  const history = useHistory(kind, String(record.id))
  if (history.isError) return <Problem error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <Skeleton />
  const events = withoutEchoes(history.data.pages.flatMap((page) => page.events))
  if (events.length === 0) {
    return (
      <Empty icon={History} title="No changes yet">
        From now on, every change is listed here, along with who made it.
      </Empty>
    )
  }
  return (
    <Card isFlush>
      <ol className={styles.events}>
        {events.map((event) => (
          <Entry key={event.id} kind={kind} record={record} event={event} />
        ))}
      </ol>
      {history.hasNextPage && (
        <p className={styles.more}>
          <Button disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Older changes
          </Button>
        </p>
      )}
    </Card>
  )
}

const verbOf = ({ type }: LoggedEvent): string => type.split('.').at(-1) ?? type

/** Some changes are logged twice: as a plain update, and as a more specific event. */
function withoutEchoes(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const updateTimes = new Set(events.filter((event) => verbOf(event) === 'updated').map(({ at }) => at))
  return events.filter((event) => !verbOf(event).endsWith('_changed') || !updateTimes.has(event.at))
}
