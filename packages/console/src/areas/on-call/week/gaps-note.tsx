import type { EntityCoverage } from '@svc/model'
import { Note } from '../../../design/note.tsx'
import { RefLink } from '../../../values/ref-link.tsx'
import { whyGap } from './segments.ts'
import type { Week } from './week.ts'
import { timesOf } from './week-row.tsx'
import styles from './week.module.css'

const shown = 10

interface GapsNoteProps {
  readonly coverage: readonly EntityCoverage[]
  readonly week: Week
}

/** When nobody is on call, in words. */
export function GapsNote({ coverage, week }: GapsNoteProps) {
  const gaps = coverage.flatMap(({ entityId, gaps }) => gaps.map((gap) => ({ ...gap, entityId })))
  if (gaps.length === 0) return null
  return (
    <Note tone="bad">
      <strong>Nobody is on call at some times of this week.</strong>
      <ul className={styles.gaps}>
        {gaps.slice(0, shown).map(({ entityId, from, to, reason }) => (
          <li key={`${entityId} ${from}`}>
            <RefLink id={entityId} />: {timesOf({ from, to }, week)}, because {whyGap(reason)}
          </li>
        ))}
        {gaps.length > shown && <li>and {gaps.length - shown} more below</li>}
      </ul>
    </Note>
  )
}
