import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './sign-in-again.module.css'

interface CoveringDialogProps {
  readonly label: string
  /** Without it, Escape does nothing. */
  onEscape?(): void
  readonly children: ReactNode
}

/**
 * The browser's own dialog: it is above any other open dialog, which must not see its keys and clicks.
 */
export function CoveringDialog({ label, onEscape, children }: CoveringDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const whenEscaped = useRef(onEscape)
  whenEscaped.current = onEscape
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      whenEscaped.current?.()
    }
    element.addEventListener('keydown', keepEscape)
    return () => element.removeEventListener('keydown', keepEscape)
  }, [])
  // Beside the page, not in it: while another dialog is open, the page is hidden from screen readers.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>,
    document.body,
  )
}
