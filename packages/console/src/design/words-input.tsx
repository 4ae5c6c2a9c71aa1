import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { classes } from './classes.ts'
import type { ControlProps } from './field.tsx'
import field from './field.module.css'
import styles from './picker.module.css'

interface WordsInputProps extends Partial<ControlProps> {
  readonly value: readonly string[]
  readonly isDisabled?: boolean
  readonly placeholder?: string | undefined
  readonly suggestions?: readonly string[] | undefined
  readonly 'aria-label'?: string
  onChange(words: readonly string[]): void
}

/** Free words, such as tags: Enter, a comma or leaving the field completes one. */
export function WordsInput({
  value,
  isDisabled = false,
  placeholder = 'Add…',
  suggestions = [],
  onChange,
  ...control
}: WordsInputProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const add = (text: string) => {
    const fresh = text.split(/[,\n]/).flatMap((one) => one.trim() || [])
    setTyped('')
    if (fresh.length > 0) onChange([...new Set([...value, ...fresh])])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim()) {
      // It completes a word, and does not submit the form.
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }
  return (
    <div className={classes(field.control, styles.chips)}>
      <div className={styles.chipRow}>
        {value.map((word) => (
          <span key={word} className={styles.chip}>
            <span className={styles.name}>{word}</span>
            {!isDisabled && (
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${word}`}
                onClick={() => onChange(value.filter((one) => one !== word))}
              >
                <X aria-hidden />
              </button>
            )}
          </span>
        ))}
        <input
          className={styles.input}
          value={typed}
          disabled={isDisabled}
          placeholder={value.length === 0 ? placeholder : ''}
          list={suggestions.length > 0 ? listId : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            // A picked suggestion is complete; so is anything that ends with a comma.
            if (/[,\n]/.test(target.value) || suggestions.includes(target.value)) add(target.value)
            else setTyped(target.value)
          }}
          onBlur={() => add(typed)}
          onKeyDown={onKeyDown}
          {...control}
        />
      </div>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions
            .filter((one) => !value.includes(one))
            .map((one) => (
              <option key={one} value={one} />
            ))}
        </datalist>
      )}
    </div>
  )
}
