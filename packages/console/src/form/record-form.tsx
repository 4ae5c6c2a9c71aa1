import type { Fields, Tagged } from '@svc/client'
import { CatalogError, type Kind } from '@svc/model'
import { useEffect, useRef, useState } from 'react'
import { stepBackFrom } from '../api/step-back.ts'
import { useUndo } from '../api/undo.ts'
import type { ToastAction } from '../design/toast.tsx'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../design/button.tsx'
import { Note } from '../design/note.tsx'
import { useFirstFocus } from '../design/use-first-focus.ts'
import { useForm } from '../design/use-form.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { bodyOf, changesOf, type Draft, draftOf, faultsIn } from './draft.ts'
import { fieldsOf } from './fields-of.ts'
import { Fields as FormFields } from './fields.tsx'
import styles from './form.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { isOvertaken, useSave } from './use-save.ts'

interface RecordFormProps {
  readonly kind: Kind
  /** The record to edit; null to create one. */
  readonly from: Tagged<Fields> | null
  /** What a new record starts with. */
  readonly given?: Fields
  onSaved(saved: Tagged<Fields>, undo: ToastAction | undefined): void
  onCancel(): void
}

/** Creates and edits records of any kind. */
export function RecordForm({ kind, from, given = {}, onSaved, onCancel }: RecordFormProps) {
  const { mode } = useMode()
  const { user } = useSession()
  const [isConflict, setConflict] = useState(false)
  const isDone = useRef(false)
  const frame = useFirstFocus<HTMLFormElement>(from === null)
  const id = from ? String(from.record.id) : null
  const storageKey = `svc.draft.${user.id}.${mode}.${kind.name}.${id ?? 'new'}`
  const kept = useKeptDraft(storageKey, from, (record) => draftOf(kind, from ? record : given))
  const { base, draft, isDirty } = kept
  const save = useSave(kind, id)
  const undo = useUndo()
  const fields = fieldsOf(kind, draft, { isNew: base === null })

  const finish = (saved: Tagged<Fields>, changes: Fields, before: Fields | undefined) => {
    isDone.current = true
    kept.forget()
    onSaved(
      saved,
      before
        ? undo.edits(kind, [stepBackFrom(kind, { changes, before, saved })])
        : undo.creation(kind, String(saved.record.id), saved.etag),
    )
  }
  const form = useForm(async () => {
    const body = base ? changesOf(kind, draft, base.record) : bodyOf(kind, draft)
    const faults = faultsIn(kind, body, base?.record ?? null)
    if (faults.length > 0) throw new CatalogError('invalid_request', 'Not valid.', { details: faults })
    try {
      finish(await save(body, base?.etag ?? null), body, base?.record)
    } catch (error) {
      if (!base || !isOvertaken(error)) throw error
      setConflict(true)
    }
  })
  useEffect(() => {
    if (form.faults.size > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form.faults, frame])
  const shown = new Set(fields.map(({ key }) => key))
  const others = [...form.faults].filter(([path]) => !shown.has(path.split('/')[0] ?? ''))
  return (
    <form ref={frame} className={styles.form} onSubmit={form.onSubmit} noValidate>
      {kept.wasKept && isDirty && (
        <Note tone="info">
          Your unsaved changes have been restored.{' '}
          <button type="button" className={styles.inline} onClick={() => kept.reset()}>
            Discard them
          </button>
        </Note>
      )}
      <div key={kept.round} className={styles.grid}>
        <FormFields
          fields={fields}
          values={draft}
          faults={form.faults}
          onChange={(key, next) => kept.set({ [key]: next, ...dependentsOf(kind, key) })}
        />
      </div>
      <footer className={styles.foot}>
        <div className={styles.buttons}>
          <Button type="submit" look="primary" disabled={form.isBusy || (base !== null && !isDirty)}>
            {base ? 'Save changes' : `Create ${kind.noun}`}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        {form.faults.size > 0 && (
          <Note tone="bad">
            {others.length > 0
              ? others.map(([path, message]) => `${path}: ${message}`).join(' ')
              : 'Not saved. Fix the highlighted fields.'}
          </Note>
        )}
      </footer>
      <LeaveGuard isNeeded={() => isDirty && !isDone.current} onLeave={kept.forget} noun={kind.noun} />
      {base && isConflict && (
        <ConflictDialog
          kind={kind}
          base={base.record}
          mine={changesOf(kind, draft, base.record)}
          onClose={() => setConflict(false)}
          onReload={(now) => {
            setConflict(false)
            kept.reset(now)
          }}
          onOverwrite={async (now) => {
            const changes = changesOf(kind, draft, base.record)
            finish(await save(changes, now.etag), changes, now.record)
          }}
        />
      )}
    </form>
  )
}

/** References whose kind is chosen in this field: they no longer mean anything once it changes. */
const dependentsOf = (kind: Kind, key: string): Draft =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, { target }]) => typeof target === 'object' && target.by === key)
      .map(([dependent]) => [dependent, null]),
  )
