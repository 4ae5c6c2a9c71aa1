import { useState } from 'react'
import { TextArea } from '../../design/field.tsx'
import { isAlike } from '../draft.ts'
import { type InputProps, isNothing } from '../form-field.ts'
import styles from '../form.module.css'

/** A value of any shape, as JSON. What is not JSON yet is kept as text, which the model then refuses. */
export function JsonControl({ control, value, onChange }: InputProps<'json'>) {
  const [typed, setText] = useState(() => textOf(value))
  // In a list, another entry may have taken this place.
  const text = isAlike(valueIn(typed), value) ? typed : textOf(value)
  return (
    <TextArea
      {...control}
      className={styles.code}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(valueIn(target.value))
      }}
    />
  )
}

const textOf = (value: unknown): string => (isNothing(value) ? '' : JSON.stringify(value, null, 2))

function valueIn(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
