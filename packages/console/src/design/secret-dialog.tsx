import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { Copyable } from './copyable.tsx'
import styles from './parts.module.css'

interface SecretDialogProps {
  /** The dialog is open while there is one. */
  readonly secret: string | undefined
  readonly title: string
  /** What the secret is, for the label of its copy button. */
  readonly noun: string
  readonly children?: ReactNode
  onClose(): void
}

/** Shows a secret once and never again. */
export const SecretDialog = ({ secret, title, noun, children, onClose }: SecretDialogProps) => (
  <Dialog
    isOpen={secret !== undefined}
    onClose={onClose}
    title={title}
    foot={
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className={styles.stack}>
      <Note tone="warn">It is shown only once: copy it before you close this dialog.</Note>
      <Copyable text={secret ?? ''} label={noun} />
      {children}
    </div>
  </Dialog>
)
