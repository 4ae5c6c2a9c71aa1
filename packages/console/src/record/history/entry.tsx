import type { Fields } from '@svc/client'
import type { Kind, LoggedEvent } from '@svc/model'
import { useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../design/button.tsx'
import { Time } from '../../values/cell.tsx'
import { ChangeList } from '../../values/change-list.tsx'
import { changesBetween } from '../../values/changes-between.ts'
import { EventLine } from '../../values/event-line.tsx'
import { differenceTo } from './difference-to.ts'
import styles from './history.module.css'
import { RestoreDialog } from './restore-dialog.tsx'

interface EntryProps {
  readonly kind: Kind
  /** The record as it is now. */
  readonly record: Fields
  readonly event: LoggedEvent
}

/** One change: in words, with its values, and as a version to go back to. */
export function Entry({ kind, record, event }: EntryProps) {
  const [isRestoring, setRestoring] = useState(false)
  const mayEdit = useMay(kind, 'update')
  const isVersion = event.after !== null && 'id' in event.after
  const canGoBack = mayEdit && isVersion && Object.keys(differenceTo(kind, record, event.after)).length > 0
  return (
    <li className={styles.event}>
      <p className={styles.said}>
        <span>
          <EventLine event={event} subject="it" />
        </span>
        <span className={styles.when}>
          <Time at={event.at} />
        </span>
        {canGoBack && (
          <Button look="quiet" onClick={() => setRestoring(true)}>
            Restore this version
          </Button>
        )}
      </p>
      <ChangeList
        kind={kind}
        changes={changesBetween(kind, event.before, event.after)}
        isNew={event.before === null}
      />
      {isRestoring && event.after && (
        <RestoreDialog
          kind={kind}
          record={record}
          version={event.after}
          at={event.at}
          onClose={() => setRestoring(false)}
        />
      )}
    </li>
  )
}
