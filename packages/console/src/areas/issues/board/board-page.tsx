import { capital, type IssueStatus, kinds, severalOfKind } from '@svc/model'
import { useListState } from '../../../list/use-list-state.ts'
import { NewLink } from '../../../list/new-link.tsx'
import { useMay } from '../../../api/use-may.ts'
import { News } from '../../../live/news.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { ViewSwitch } from '../view-switch.tsx'
import styles from './board.module.css'
import { CardFacts } from './card.tsx'
import { Column } from './column.tsx'
import { Filters } from './filters.tsx'
import { groups, type Issue } from './groups.ts'
import { useCarry } from './use-carry.ts'
import { useMove } from './use-move.ts'

/** Issues by how far they are; a card is moved by hand, by keys or by its menu. */
export function BoardPage() {
  const state = useListState(kinds.issue)
  const { status: _, statusGroup: __, ...query } = state.query
  const mayMove = useMay(kinds.issue, 'update')
  const move = useMove()
  const onMove = (issue: Issue, status: IssueStatus) => {
    move.mutate({ issue, status })
    // The card is in another column now; whoever moved it by keys goes on from there.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-issue="${issue.id}"]`)?.focus(), 50)
  }
  const carry = useCarry(onMove)
  const { carried } = carry
  return (
    <div className={styles.page}>
      <News kind={kinds.issue} />
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
      <div className={styles.board} data-carrying={carried?.at ? true : undefined}>
        {groups.map(({ group, statuses }) => (
          <Column
            key={group}
            group={group}
            statuses={statuses}
            query={query}
            carry={carry}
            mayMove={mayMove}
            onMove={onMove}
          />
        ))}
      </div>
      {carried?.at && (
        <div
          className={styles.hand}
          style={{ width: carried.at.width, transform: `translate(${carried.at.x}px, ${carried.at.y}px)` }}
          aria-hidden
        >
          <p className={styles.title}>{carried.issue.title}</p>
          <CardFacts issue={carried.issue} />
        </div>
      )}
      <p className={styles.said} role="status" aria-live="assertive">
        {carry.said}
      </p>
    </div>
  )
}
