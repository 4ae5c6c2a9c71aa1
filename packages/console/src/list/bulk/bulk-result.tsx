import type { Kind } from '@svc/model'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { BulkProgress as Progress, outcomeOf } from './bulk-progress.tsx'
import type { BulkProgress } from './bulk-run.ts'
import styles from './bulk.module.css'
import { counted, useBulk } from './use-bulk.ts'

interface BulkResultProps {
  readonly kind: Kind
  readonly ended: BulkProgress
  onDismiss(): void
}

/** What a bulk change did, with a way back for as long as somebody wants to have it. */
export function BulkResult({ kind, ended, onDismiss }: BulkResultProps) {
  const bulk = useBulk(kind)
  const [isUndone, setUndone] = useState(false)
  const isRunning = bulk.progress?.isRunning ?? false
  const undo = async () => {
    setUndone(true)
    await bulk.undo(ended.done)
  }
  return (
    <div className={styles.bar}>
      <span role="status">
        {!isUndone
          ? outcomeOf(ended, kind)
          : isRunning || !bulk.progress
            ? 'Changing them back…'
            : `${counted(kind, bulk.progress.done.length)} changed back.`}
      </span>
      {!isUndone && ended.done.length > 0 && (
        <Button onClick={() => void undo()}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
      {bulk.progress && (isRunning || bulk.progress.failures.length > 0) && (
        <Progress progress={bulk.progress} kind={kind} />
      )}
      {isRunning ? (
        <Button onClick={bulk.stop}>Stop</Button>
      ) : (
        <Button look="quiet" square aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}
