import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { useForm } from './use-form.ts'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  /** Further options. */
  readonly more?: ReactNode
  /** The label of the button. */
  readonly verb: string
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Before actions that cannot be undone; an error is shown in the dialog. */
export function ConfirmDialog({ isOpen, title, children, more, verb, onConfirm, onClose }: ConfirmProps) {
  const form = useForm(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={form.isBusy} onClick={form.onSubmit}>
            {verb}
          </Button>
        </>
      }
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <p>{children}</p>
      {more}
    </Dialog>
  )
}
