import { limits } from '@svc/model'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../design/button.tsx'
import { TextArea } from '../../../design/field.tsx'
import { Note } from '../../../design/note.tsx'
import { said } from '../../../design/trouble.ts'
import styles from './comments.module.css'

interface CommentFormProps {
  readonly label: string
  /** What the button says. */
  readonly send: string
  readonly text: string
  readonly isBusy: boolean
  readonly error: Error | null
  onChange(text: string): void
  onSend(): void
  onCancel?: () => void
}

/** Ctrl+Enter sends it, too. */
export function CommentForm(props: CommentFormProps) {
  const { label, send, text, isBusy, error, onChange, onSend, onCancel } = props
  const isReady = text.trim() !== '' && !isBusy
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isReady) onSend()
  }
  return (
    <div className={styles.form}>
      <TextArea
        aria-label={label}
        placeholder="Markdown"
        rows={3}
        maxLength={limits.description}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      {error && <Note tone="bad">{said(error)}</Note>}
      <div className={styles.buttons}>
        <Button look="primary" disabled={!isReady} onClick={onSend}>
          {send}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  )
}
