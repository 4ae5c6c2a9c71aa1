import { inWords, type IssueStatus, kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { RefLink } from '../../../values/ref-link.tsx'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { OnDemand } from '../../../design/on-demand.tsx'
import styles from './board.module.css'
import { type Issue, statuses } from './groups.ts'
import type { useDrag } from './use-drag.ts'

const loadMenu = () => import('../../../design/menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

interface CardProps {
  readonly issue: Issue
  readonly drag: ReturnType<typeof useDrag> | null
  onMove(issue: Issue, status: IssueStatus): void
}

export function Card({ issue, drag, onMove }: CardProps) {
  const to: string = `${kinds.issue.path}/${encodeURIComponent(issue.id)}`
  const isDragged = drag?.dragged?.issue.id === issue.id
  const button = (
    <Button look="quiet" square className={styles.more} aria-label={`Move ${issue.title}`}>
      <Ellipsis aria-hidden />
    </Button>
  )
  return (
    <article className={styles.card} data-dragged={isDragged || undefined} {...drag?.cardProps(issue)}>
      <Link
        to={to}
        className={styles.title}
        draggable={false}
        data-issue={issue.id}
        aria-keyshortcuts={drag ? 'Space' : undefined}
        {...drag?.linkProps(issue)}
      >
        {issue.title}
      </Link>
      {drag && (
        <OnDemand button={button} opens="menu" load={loadMenu}>
          <Menu
            trigger={button}
            isOpenAtFirst
            items={statuses
              .filter((status) => status !== issue.status)
              .map((status) => ({
                label: `Move to ${inWords(status)}`,
                onSelect: () => onMove(issue, status),
              }))}
          />
        </OnDemand>
      )}
      <CardFacts issue={issue} />
    </article>
  )
}

export const CardFacts = ({ issue }: { readonly issue: Issue }) => (
  <div>
    <div className={styles.facts}>
      <span className={styles.project}>
        <RefLink id={issue.appId} />
      </span>
      {issue.assignedToUid && (
        <span className={styles.person}>
          <RefLink id={issue.assignedToUid} />
        </span>
      )}
    </div>
    <div className={styles.facts}>
      {issue.sequenceNumber !== null && <span className={styles.number}>#{issue.sequenceNumber}</span>}
      <Badge word={issue.severity} isQuiet={issue.statusGroup === 'done' || issue.statusGroup === 'closed'} />
      <Badge word={issue.status} />
    </div>
  </div>
)
