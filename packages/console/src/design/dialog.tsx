import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly isOpen: boolean
  onClose(): void
  readonly title: string
  readonly lead?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
  /** Buttons, the primary one last. */
  readonly foot?: ReactNode
}

const firstControl = '[role="dialog"]:not([data-nested-dialog-open]) form :is(input, textarea):not(:disabled)'

/** A modal dialog. */
export const Dialog = ({ isOpen, onClose, title, lead, isWide = false, children, foot }: DialogProps) => (
  <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Base.Portal>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Popup
        className={classes(styles.popup, isWide && styles.wide)}
        // A form gets the focus in its first field, except on touch screens, where the keyboard would pop up.
        initialFocus={(by) =>
          by === 'touch' ? true : (document.querySelector<HTMLElement>(firstControl) ?? true)
        }
      >
        <div className={styles.head}>
          <Base.Title>{title}</Base.Title>
          <Base.Close className={buttonClass('quiet', true)} aria-label="Close">
            <X aria-hidden />
          </Base.Close>
        </div>
        {lead && <Base.Description className={styles.lead}>{lead}</Base.Description>}
        <div className={styles.body}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
