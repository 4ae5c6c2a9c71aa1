import { findKind, labelIn, type LoggedEvent } from '@svc/model'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useName } from '../../../api/names.ts'
import { RefLink } from '../../../values/ref-link.tsx'
import parts from '../../../design/parts.module.css'
import { When } from '../../../words/when.tsx'
import styles from './audit-log.module.css'
import { Changes } from './changes.tsx'
import { changesIn } from './changes-in.ts'
import type { Filters } from './use-audit-log.ts'

interface LogRowProps {
  readonly entry: LoggedEvent
  onNarrow(filters: Filters): void
}

export function LogRow({ entry, onNarrow }: LogRowProps) {
  const { type, at, actor, subject } = entry
  const [isOpen, setOpen] = useState(false)
  const changes = changesIn(entry)
  const who = actor.name ?? actor.id ?? actor.type
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={`What changed: ${type}`}
          disabled={changes.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden />
        </button>
        <button
          type="button"
          className={styles.word}
          title="Only this type"
          onClick={() => onNarrow({ type })}
        >
          {type}
        </button>
        <span className={styles.subject}>
          <Subject entry={entry} />
        </span>
        <span className={styles.who}>
          {actor.id ? (
            <button
              type="button"
              className={styles.link}
              title="Only by this person"
              onClick={() => onNarrow({ actorId: actor.id ?? '' })}
            >
              {who}
            </button>
          ) : (
            who
          )}
        </span>
        <span className={styles.when}>
          <When at={at} />
        </span>
      </div>
      {isOpen && (
        <div className={styles.details}>
          <Changes
            kind={findKind(subject.kind)}
            changes={changes}
            has={{ before: entry.before !== null, after: entry.after !== null }}
          />
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

/** By its current name, or the last one it had where it is gone. */
function Subject({ entry: { subject, before, after } }: { readonly entry: LoggedEvent }) {
  const { data: found, isPending } = useName(subject.id)
  const kind = findKind(subject.kind)
  const lastName = [after, before].map((state) => kind && state && labelIn(kind, state)).find(Boolean)
  if (isPending || found || !lastName) return <RefLink id={subject.id} />
  return <span>{lastName}</span>
}

const nounOf = (name: string): string => findKind(name)?.noun ?? 'record'
