import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { UnplacedFaults } from './unplaced-faults.tsx'
import type { FormState } from './use-form.ts'
import styles from './parts.module.css'

interface FormDialogProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly form: FormState
  /** The label of the button. */
  readonly verb: string
  readonly isWide?: boolean
  /** Whether something has to be done first. */
  readonly isHeldUp?: boolean
  readonly children: ReactNode
  onClose(): void
}

/** A form in a dialog. It is open while mounted, so that it starts afresh each time. */
export function FormDialog({
  title,
  lead,
  form,
  verb,
  isWide = false,
  isHeldUp = false,
  children,
  onClose,
}: FormDialogProps) {
  const id = useId()
  const send = (event: SyntheticEvent) => {
    // React bubbles the event to the form that opened the dialog, which must not be submitted too.
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
          <Button type="submit" form={id} look="primary" disabled={form.isBusy || isHeldUp}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.stack} onSubmit={send} noValidate>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <UnplacedFaults faults={form.faults} />
        {children}
      </form>
    </Dialog>
  )
}
