import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { useForm } from './use-form.ts'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  /** What follows from it. */
  readonly children: ReactNode
  /** What can be chosen beside it. */
  readonly more?: ReactNode
  /** What the button says. */
  readonly verb: string
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Before what cannot be taken back; a refusal is shown where it was asked for. */
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
