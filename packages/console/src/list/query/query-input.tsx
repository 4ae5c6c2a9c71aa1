import { type Kind, readQueryText } from '@svc/model'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../design/classes.ts'
import { Input } from '../../design/field.tsx'
import { useSettled } from '../../form/picker/use-settled.ts'
import { editedAt, isPlainText, withSuggestion } from './edited.ts'
import styles from './query-input.module.css'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

interface QueryInputProps {
  readonly kind: Kind
  readonly label: string
  readonly placeholder: string
  readonly className?: string | undefined
  /** The query that the list shows. */
  readonly sought: string
  onAsk(query: string): void
}

/** A query with suggestions while it is typed. It is asked once the typing pauses and nothing is half a value. */
export function QueryInput({ kind, label, placeholder, className, sought, onAsk }: QueryInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, fault, hold } = useQueryText(kind, sought, onAsk)
  const [caret, setCaret] = useState(sought.length)
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState(-1)
  const edited = isOpen ? editedAt(kind, typed, caret) : undefined
  const suggestions = useSuggestions(kind, edited)
  const isShown = isOpen && suggestions.length > 0
  const isValue = edited?.is === 'value'
  // Of values the first is meant; a word may be meant as it is.
  const current = isShown ? Math.min(isValue && place < 0 ? 0 : place, suggestions.length - 1) : -1
  // A name is half typed until it is chosen; any other value may be one that nothing has.
  const isName = isValue && typeof edited.of === 'object' && edited.of.targets.length > 0
  hold(isValue && (isShown || isName))

  const choose = (one: Suggestion | undefined): void => {
    if (!one || !edited) return
    const next = withSuggestion(typed, edited, one.inserted)
    setTyped(next.text)
    setCaret(next.caret)
    setPlace(-1)
    setOpen(one.inserted.endsWith(':'))
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (isShown) setPlace((current + step + suggestions.length) % suggestions.length)
      else setOpen(true)
    } else if (event.key === 'Enter') {
      if (current >= 0) choose(suggestions[current])
      else setOpen(false)
    } else if (event.key === 'Tab' && isShown && !event.shiftKey && (current >= 0 || edited?.typed)) {
      event.preventDefault()
      choose(suggestions[Math.max(0, current)])
    } else if (event.key === 'Escape' && isOpen) {
      if (isShown) event.preventDefault()
      setOpen(false)
    }
  }
  const follow = (): void => setCaret(input.current?.selectionStart ?? typed.length)

  return (
    <div className={classes(styles.frame, className)}>
      <Input
        ref={input}
        role="combobox"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setCaret(event.target.selectionStart ?? event.target.value.length)
          setPlace(-1)
          setOpen(true)
        }}
        onClick={() => {
          follow()
          setOpen(true)
        }}
        onKeyUp={follow}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isShown && (
        <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Suggestions">
          {suggestions.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above.
            <div
              key={one.inserted}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
              onMouseMove={() => index !== current && setPlace(index)}
            >
              <span className={styles.shown}>{one.shown}</span>
              {one.detail !== undefined && <span className={styles.detail}>{one.detail}</span>}
            </div>
          ))}
        </div>
      )}
      {fault !== null && (
        <p id={`${id}-fault`} role="status" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** The text, which is asked once it has settled; what is not understood is said instead. */
function useQueryText(kind: Kind, sought: string, ask: (query: string) => void) {
  const [typed, setTyped] = useState(sought)
  const [isHeld, setHeld] = useState(false)
  const asked = useRef(sought)
  const settled = useSettled(typed)
  useEffect(() => {
    if (sought === asked.current) return
    asked.current = sought
    setTyped(sought)
  }, [sought])
  const query = settled.trim()
  const [wrong] = isPlainText(query) ? [] : readQueryText(kind, query).faults
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing asks anew.
  useEffect(() => {
    if (isHeld || wrong || query === asked.current) return
    asked.current = query
    ask(query)
  }, [query, isHeld])
  const hold = (isNow: boolean): void => {
    if (isNow !== isHeld) setHeld(isNow)
  }
  const isSaid = wrong !== undefined && !isHeld && settled === typed
  return { typed, setTyped, hold, fault: isSaid ? `${wrong.message}.` : null }
}
