import { findKind, type LoggedEvent } from '@svc/model'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import parts from '../../../design/parts.module.css'
import { EventLine, EventSubject } from '../../../values/event-line.tsx'
import { When } from '../../../words/when.tsx'
import styles from './audit-log.module.css'
import { Changes } from './changes.tsx'
import { changesIn } from './changes-in.ts'
import type { Filters } from './use-audit-log.ts'

interface LogRowProps {
  readonly entry: LoggedEvent
  onNarrow(filters: Filters): void
}

/** What happened, on one line; its values, and what else to look at, are folded away. */
export function LogRow({ entry, onNarrow }: LogRowProps) {
  const { type, at, actor, subject } = entry
  const [isOpen, setOpen] = useState(false)
  const changes = changesIn(entry)
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={`What changed: ${type}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden />
        </button>
        <p className={styles.said}>
          <EventLine event={entry} subject={<EventSubject event={entry} />} />
        </p>
        <span className={styles.when}>
          <When at={at} />
        </span>
      </div>
      {isOpen && (
        <div className={styles.details}>
          {changes.length > 0 && (
            <Changes
              kind={findKind(subject.kind)}
              changes={changes}
              has={{ before: entry.before !== null, after: entry.after !== null }}
            />
          )}
          <button type="button" className={styles.link} onClick={() => onNarrow({ type })}>
            Only <span className={parts.code}>{type}</span>
          </button>
          {actor.id && (
            <button
              type="button"
              className={styles.link}
              onClick={() => onNarrow({ actorId: actor.id ?? '' })}
            >
              Only by {actor.name ?? actor.id}
            </button>
          )}
          <button
            type="button"
            className={styles.link}
            onClick={() => onNarrow({ subjectKind: subject.kind, subjectId: subject.id })}
          >
            Everything about this {nounOf(subject.kind)}
          </button>
          <span className={parts.code}>{subject.id}</span>
        </div>
      )}
    </li>
  )
}

const nounOf = (name: string): string => findKind(name)?.noun ?? 'record'
