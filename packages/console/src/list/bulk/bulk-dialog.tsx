import type { Fields } from '@svc/client'
import { fieldLabel, isRequired, type Kind } from '@svc/model'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { isNothing } from '../../form/form-field.ts'
import { type BulkChange, hasEntries } from './bulk-change.ts'
import { bulkFieldsOf } from './bulk-fields.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { BulkProgress as Progress } from './bulk-run.ts'
import styles from './bulk.module.css'
import { BulkValue } from './bulk-value.tsx'
import { counted, type useBulk } from './use-bulk.ts'
import { usePlan } from './use-plan.ts'

interface BulkDialogProps {
  readonly kind: Kind
  readonly rows: readonly Fields[]
  /** The field to change; null where somebody has yet to choose one. */
  readonly first: string | null
  readonly bulk: ReturnType<typeof useBulk>
  /** With how it went, if anything was begun. */
  onClose(ended: Progress | null): void
}

/** Chooses a field and its new value, shows what that would change, and changes it. */
export function BulkDialog({ kind, rows, first, bulk, onClose }: BulkDialogProps) {
  const [key, setKey] = useState(first ?? '')
  const [change, setChange] = useState<BulkChange | null>(null)
  const { progress } = bulk
  const asked = change && isComplete(kind, change) ? change : null
  const plan = usePlan(kind, asked, rows)
  const isRunning = progress?.isRunning ?? false
  const label = key ? fieldLabel(kind, key).toLowerCase() : ''
  const start = async () => {
    if (!asked || !plan) return
    const ended = await bulk.change(plan.changing, asked)
    if (ended.failures.length === 0) onClose(ended)
  }
  const close = () => {
    if (isRunning) bulk.stop()
    else onClose(progress)
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={
        label
          ? `Change the ${label} of ${counted(kind, rows.length)}`
          : `Change ${counted(kind, rows.length)}`
      }
      foot={
        progress ? (
          <Button onClick={close}>{isRunning ? 'Stop' : 'Close'}</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              look="primary"
              disabled={!plan || plan.changing.length === 0}
              onClick={() => void start()}
            >
              {plan ? `Change ${counted(kind, plan.changing.length)}` : 'Change'}
            </Button>
          </>
        )
      }
    >
      {progress ? (
        <BulkProgress progress={progress} kind={kind} />
      ) : (
        <form className={styles.fields} onSubmit={(event) => event.preventDefault()}>
          {first === null && (
            <Field label="Field">
              {(control) => (
                <Select
                  {...control}
                  value={key}
                  placeholder="Choose a field…"
                  options={bulkFieldsOf(kind).map((one) => ({ value: one, label: fieldLabel(kind, one) }))}
                  onChange={(next) => {
                    setKey(next)
                    setChange(null)
                  }}
                />
              )}
            </Field>
          )}
          {key && <BulkValue key={key} kind={kind} name={key} sample={rows[0] ?? {}} onChange={setChange} />}
          {asked && (plan ? <BulkPreview kind={kind} change={asked} plan={plan} /> : <p>Working it out…</p>)}
        </form>
      )}
    </Dialog>
  )
}

/** Whether enough is filled in to say what would change. */
function isComplete(kind: Kind, change: BulkChange): boolean {
  const field = kind.fields[change.key]
  if (!field) return false
  if ('added' in change) return change.added.length + change.removed.length > 0
  return hasEntries(field) || !isNothing(change.value) || !isRequired(field)
}
