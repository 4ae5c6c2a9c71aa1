import { useState } from 'react'
import { TextArea } from '../../design/field.tsx'
import styles from '../form.module.css'
import type { ShapeProps } from './shape-props.ts'

/** What has no known shape, as JSON; what is not JSON yet is kept as text, which the model then refuses. */
export function JsonArea({ value, control, onChange }: ShapeProps) {
  const [text, setText] = useState(() =>
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  return (
    <TextArea
      {...control}
      className={styles.json}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(valueIn(event.target.value))
      }}
    />
  )
}

function valueIn(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
