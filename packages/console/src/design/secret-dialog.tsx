import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './note.tsx'
import { Copyable } from './copyable.tsx'
import styles from './parts.module.css'

interface SecretDialogProps {
  /** Open while there is one. */
  readonly secret: string | undefined
  readonly title: string
  /** What it is, for its copy button. */
  readonly noun: string
  readonly children?: ReactNode
  onClose(): void
}

/** What is shown once and never again. */
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
      <Note tone="warn">It is shown only now: copy it before you close this.</Note>
      <Copyable text={secret ?? ''} label={noun} />
      {children}
    </div>
  </Dialog>
)
