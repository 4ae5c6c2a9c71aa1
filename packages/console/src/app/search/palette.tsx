import { Dialog } from '@base-ui/react/dialog'
import { ChevronRight, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../../design/classes.ts'
import frame from '../../design/dialog.module.css'
import { type Entry, matching, useCommands } from './commands.ts'
import { useCompletions } from './use-completions.ts'
import { useSearchResults } from './use-search-results.ts'
import styles from './palette.module.css'

interface PaletteProps {
  readonly isOpen: boolean
  /** What was typed before the palette was there. */
  readonly early: string
  /** From now on, what is typed arrives here. */
  onReady(): void
  onClose(): void
  onShortcuts(): void
}

/** Finds every record and every action, by keyboard alone. */
export const Palette = ({ isOpen, early, onReady, onClose, onShortcuts }: PaletteProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={frame.backdrop} />
      <Dialog.Popup className={classes(frame.popup, styles.popup)} aria-label="Search and actions">
        <Inside early={early} onReady={onReady} onClose={onClose} onShortcuts={onShortcuts} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

function Inside({ early, onReady, onClose, onShortcuts }: Omit<PaletteProps, 'isOpen'>) {
  const id = useId()
  const [typed, setTyped] = useState(early)
  const [place, setPlace] = useState(0)
  /** The record whose actions are shown. */
  const [acting, setActing] = useState<Entry | null>(null)
  const commands = matching(useCommands(onShortcuts), typed)
  const found = useSearchResults(typed)
  const isAsking = typed.trim() !== ''
  // Whoever begins to type the name of a page means that page.
  const isPlace = isAsking && commands[0]?.entries.some(({ label }) => beginsWith(label, typed))
  const groups = isPlace
    ? [...commands.slice(0, 1), ...found.groups, ...commands.slice(1)]
    : [...found.groups, ...commands]
  const completions = useCompletions(typed, (text) => {
    setTyped(text)
    setPlace(0)
  })
  const filters = { label: 'Filters', entries: completions.entries }
  const all = acting
    ? [{ label: acting.label, entries: acting.actions ?? [] }]
    : completions.entries.length === 0
      ? groups
      : completions.isValue
        ? [filters, ...groups]
        : [...groups, filters]
  const entries = all.flatMap((group) => group.entries)
  const current = Math.min(place, entries.length - 1)
  const input = useRef<HTMLInputElement>(null)
  // At once: until the dialog moves the focus, letters would be lost.
  useLayoutEffect(() => {
    input.current?.focus()
    onReady()
  }, [onReady])
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-place="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    if (!entry.isStaying) onClose()
    entry.run()
  }
  const act = (entry: Entry | null) => {
    setActing(entry)
    setPlace(
      entry
        ? 0
        : Math.max(
            0,
            [...groups.flatMap((group) => group.entries)].findIndex(({ key }) => key === acting?.key),
          ),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setPlace((current + step + entries.length) % entries.length)
    }
    const { selectionStart, value } = event.currentTarget
    if (
      event.key === 'ArrowRight' &&
      !acting &&
      selectionStart === value.length &&
      entries[current]?.actions
    ) {
      event.preventDefault()
      act(entries[current])
    }
    if (acting && event.key === 'ArrowLeft') {
      event.preventDefault()
      act(null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(entries[current])
    }
  }
  let index = -1
  return (
    <>
      <div className={styles.asking}>
        <Search aria-hidden />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          aria-label="Search everything"
          placeholder="Search everything, or type a command…"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActing(null)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles.key}>esc</kbd>
      </div>
      {found.didYouMean && (
        <button
          type="button"
          className={styles.meant}
          onClick={() => {
            setTyped(found.didYouMean ?? '')
            setPlace(0)
          }}
        >
          Did you mean <strong>{found.didYouMean}</strong>?
        </button>
      )}
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label="Results">
        {all.map(({ label, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: inside a listbox only a group can hold options.
          <div key={label} role="group" aria-label={label}>
            <p className={styles.heading} aria-hidden>
              {label}
            </p>
            {own.map((entry) => {
              index += 1
              const at = index
              const { icon: Icon } = entry
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above.
                <div
                  key={entry.key}
                  id={`${id}-${at}`}
                  data-place={at}
                  role="option"
                  aria-selected={at === current}
                  className={styles.entry}
                  onClick={() => choose(entry)}
                  onMouseMove={() => at !== current && setPlace(at)}
                >
                  <Icon aria-hidden />
                  <span>{entry.label}</span>
                  {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
                  {entry.actions && (
                    // The keyboard has the arrow key for it.
                    <span
                      aria-hidden
                      className={styles.more}
                      title="Actions"
                      onClick={(event) => {
                        event.stopPropagation()
                        act(entry)
                      }}
                    >
                      <ChevronRight />
                    </span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className={styles.nothing}>{found.isBusy ? 'Searching…' : (found.fault ?? 'No results.')}</p>
      )}
      <p className={styles.status} role="status">
        {isAsking && !found.isBusy && `${entries.length} found`}
      </p>
      <footer className={styles.foot} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>↵</kbd> to open
        </span>
        <span>
          <kbd>→</kbd> for actions
        </span>
        <span>
          <kbd>?</kbd> for all shortcuts, after closing this
        </span>
      </footer>
    </>
  )
}

const beginsWith = (label: string, typed: string): boolean =>
  label.toLowerCase().startsWith(typed.trim().toLowerCase())

function stepOf({ key, ctrlKey }: KeyboardEvent): number {
  if (key === 'ArrowDown' || (ctrlKey && key === 'n')) return 1
  if (key === 'ArrowUp' || (ctrlKey && key === 'p')) return -1
  return 0
}
