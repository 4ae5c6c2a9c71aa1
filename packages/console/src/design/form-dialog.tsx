import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import type { FormState } from './use-form.ts'
import styles from './parts.module.css'

interface FormDialogProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly form: FormState
  /** What the button says. */
  readonly verb: string
  readonly isWide?: boolean
  readonly children: ReactNode
  onClose(): void
}

/** A form in a dialog. It is open as long as it is there, so that each opening begins afresh. */
export function FormDialog({ title, lead, form, verb, isWide = false, children, onClose }: FormDialogProps) {
  const id = useId()
  const send = (event: SyntheticEvent) => {
    // React sees a dialog inside of the form that opened it, which must not be sent along.
    event.stopPropagation()
    form.onSubmit(event)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      lead={lead}
      isWide={isWide}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" disabled={form.isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.stack} onSubmit={send} noValidate>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        {children}
      </form>
    </Dialog>
  )
}
