import { capital, type IssueStatus, kinds, severalOfKind } from '@svc/model'
import { useListState } from '../../../list/use-list-state.ts'
import { NewLink } from '../../../list/new-link.tsx'
import { useMay } from '../../../api/use-may.ts'
import { PendingChanges } from '../../../live/pending-changes.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { ViewSwitch } from '../view-switch.tsx'
import styles from './board.module.css'
import { CardFacts } from './card.tsx'
import { Column } from './column.tsx'
import { Filters } from './filters.tsx'
import { groups, type Issue } from './groups.ts'
import { useDrag } from './use-drag.ts'
import { useMove } from './use-move.ts'

/** Issues by status group; a card is moved by mouse, keyboard or its menu. */
export function BoardPage() {
  const state = useListState(kinds.issue)
  const { status: _, statusGroup: __, ...query } = state.query
  const mayMove = useMay(kinds.issue, 'update')
  const move = useMove()
  const onMove = (issue: Issue, status: IssueStatus) => {
    move.mutate({ issue, status })
    // The card is in another column now; whoever moved it by keyboard continues from there.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-issue="${issue.id}"]`)?.focus(), 50)
  }
  const drag = useDrag(onMove)
  const { dragged } = drag
  return (
    <div className={styles.page}>
      <PendingChanges kind={kinds.issue} />
      <PageHead
        title={capital(severalOfKind(kinds.issue))}
        actions={
          <>
            <ViewSwitch />
            <NewLink kind={kinds.issue} />
          </>
        }
      />
      <Filters state={state} />
      <div className={styles.board} data-dragging={dragged?.at ? true : undefined}>
        {groups.map(({ group, statuses }) => (
          <Column
            key={group}
            group={group}
            statuses={statuses}
            query={query}
            drag={drag}
            mayMove={mayMove}
            onMove={onMove}
          />
        ))}
      </div>
      {dragged?.at && (
        <div
          className={styles.hand}
          style={{ width: dragged.at.width, transform: `translate(${dragged.at.x}px, ${dragged.at.y}px)` }}
          aria-hidden
        >
          <p className={styles.title}>{dragged.issue.title}</p>
          <CardFacts issue={dragged.issue} />
        </div>
      )}
      <p className={styles.said} role="status" aria-live="assertive">
        {drag.announcement}
      </p>
    </div>
  )
}
