import type { Fields } from '@svc/client'
import { fieldLabel, type Kind, kindNamed, severalOfKind } from '@svc/model'
import { Tags, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import { RefPicker } from '../form/picker/ref-picker.tsx'
import { WordsInput } from '../design/words-input.tsx'
import styles from './bulk-bar.module.css'
import { bulkFields } from './bulk-fields.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  readonly kind: Kind
  readonly rows: readonly Fields[]
  readonly selected: ReadonlySet<string>
  onDone(): void
}

type What = 'owner' | 'tags'

/** The actions for selected rows. */
export function BulkBar({ kind, rows, selected, onDone }: BulkBarProps) {
  const [what, setWhat] = useState<What | null>(null)
  const [owner, setOwner] = useState<string | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const bulk = useBulk(kind)
  const keys = bulkFields(kind)
  const ownerKind = keys.owner ? kindNamed(String(kind.fields[keys.owner]?.target)) : undefined
  const noun = selected.size === 1 ? kind.noun : severalOfKind(kind)
  const isReady = what === 'owner' || added.length + removed.length > 0
  const isRunning = bulk.run?.isRunning ?? false

  const change = (record: Fields): Fields => {
    if (what === 'owner') return { [keys.owner ?? '']: owner }
    const tags = record[keys.tags ?? '']
    const now = Array.isArray(tags) ? tags.map(String) : []
    return { [keys.tags ?? '']: [...new Set([...now, ...added])].filter((tag) => !removed.includes(tag)) }
  }
  const close = () => {
    if (isRunning) return
    if (bulk.run && bulk.run.failures.length === 0) onDone()
    setWhat(null)
    bulk.reset()
  }
  const start = async () => {
    const { failures, total } = await bulk.start([...selected], change)
    if (failures.length > 0) return
    tell(`${total} ${total === 1 ? kind.noun : severalOfKind(kind)} changed`)
    setWhat(null)
    onDone()
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label="Actions for the selected">
      <strong>{selected.size} selected</strong>
      {keys.owner && (
        <Button onClick={() => setWhat('owner')}>
          <UserRound aria-hidden />
          Change owner
        </Button>
      )}
      {keys.tags && (
        <Button onClick={() => setWhat('tags')}>
          <Tags aria-hidden />
          Change tags
        </Button>
      )}
      <Button look="quiet" onClick={onDone}>
        Clear
      </Button>
      <Dialog
        isOpen={what !== null}
        onClose={close}
        title={
          what === 'owner'
            ? `Change the owner of ${selected.size} ${noun}`
            : `Change the tags of ${selected.size} ${noun}`
        }
        foot={
          bulk.run && !isRunning ? (
            <Button onClick={close}>Close</Button>
          ) : (
            <>
              <Button onClick={close} disabled={isRunning}>
                Cancel
              </Button>
              <Button look="primary" disabled={!isReady || isRunning} onClick={() => void start()}>
                Change {selected.size}
              </Button>
            </>
          )
        }
      >
        {bulk.run ? (
          <BulkProgress run={bulk.run} kind={kind} rows={rows} />
        ) : what === 'owner' && ownerKind ? (
          <Field label={fieldLabel(kind, keys.owner ?? '')} hint="Leave empty to remove the owner.">
            {(control) => <RefPicker {...control} kind={ownerKind} value={owner} onChange={setOwner} />}
          </Field>
        ) : (
          <div className={styles.fields}>
            <Field label="Add">
              {(control) => <WordsInput {...control} value={added} onChange={setAdded} />}
            </Field>
            <Field label="Remove">
              {(control) => (
                <WordsInput {...control} value={removed} placeholder="Remove…" onChange={setRemoved} />
              )}
            </Field>
          </div>
        )}
      </Dialog>
    </div>
  )
}
