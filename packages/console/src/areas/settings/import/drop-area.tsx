import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { classes } from '../../../design/classes.ts'
import parts from '../../../design/parts.module.css'
import unseen from '../../../design/unseen.module.css'
import styles from './drop-area.module.css'

interface DropAreaProps {
  /** What is chosen, for screen readers. */
  readonly label: string
  readonly accept: string
  readonly chosen: string | undefined
  readonly isDisabled: boolean
  onFile(file: File): void
}

/** One file, chosen or dropped. */
export function DropArea({ label, accept, chosen, isDisabled, onFile }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(!isDisabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isDisabled) onFile(file)
  }
  return (
    <section
      className={classes(styles.area, isOver && styles.over)}
      aria-label={label}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button
        look={chosen === undefined ? 'primary' : 'secondary'}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {chosen === undefined ? 'Choose a file' : 'Choose another file'}
      </Button>
      <span className={parts.soft}>{chosen ?? 'or drop it here'}</span>
      <input
        ref={input}
        className={unseen.unseen}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={`File: ${label}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </section>
  )
}
