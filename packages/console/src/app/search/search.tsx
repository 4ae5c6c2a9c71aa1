import { useNavigate } from '@tanstack/react-router'
import { Search as Glass } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../design/is-typing.ts'
import unseen from '../../design/unseen.module.css'
import { commandKey, goKeys } from './keys.ts'
import { useRememberVisits } from './recents.ts'
import styles from './search.module.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }))

export type Dialogs = 'palette' | 'shortcuts' | null

interface SearchProps {
  readonly opened: Dialogs
  onOpen(what: Dialogs): void
}

const sequenceMs = 1_200

/** Search: a button that shows its shortcut, and the shortcuts themselves. */
export function Search({ opened, onOpen: open }: SearchProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  const [early, setEarly] = useState('')
  const close = () => {
    setEarly('')
    open(null)
  }
  useRememberVisits()
  useKeys(open)
  if (opened && !wasOpened) setWasOpened(true)
  return (
    <>
      <button type="button" className={styles.button} onClick={() => open('palette')}>
        <Glass aria-hidden />
        <span>Search</span>
        <kbd>{commandKey === '⌘' ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {opened === 'palette' && !isReady && <EarlyInput onType={setEarly} onClose={close} />}
      {wasOpened && (
        <Suspense>
          <Palette
            early={early}
            onReady={ready}
            isOpen={opened === 'palette'}
            onClose={close}
            onShortcuts={() => open('shortcuts')}
          />
          <Shortcuts isOpen={opened === 'shortcuts'} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Takes what is typed while the palette is being loaded; otherwise letters would be lost, or act on the page. */
function EarlyInput({ onType, onClose }: { onType(text: string): void; onClose(): void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <input
      ref={input}
      className={unseen.unseen}
      aria-label="Search everything"
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  )
}

function useKeys(open: (what: Dialogs) => void): void {
  const navigate = useNavigate()
  const wentAt = useRef(0)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open('palette')
        return
      }
      if (isTyping(event) || event.defaultPrevented) return
      const isSequence = Date.now() - wentAt.current < sequenceMs
      wentAt.current = event.key === 'g' && !isSequence ? Date.now() : 0
      const place = isSequence && goKeys.find(({ key }) => key === event.key)
      if (place) void navigate({ to: place.to as string, search: place.search ?? {} })
      else if (event.key === '?') open('shortcuts')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open, navigate])
}
