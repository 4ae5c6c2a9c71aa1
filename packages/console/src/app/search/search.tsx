import { useNavigate } from '@tanstack/react-router'
import { Search as Glass } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../design/is-typing.ts'
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
      {wasOpened && (
        <Suspense>
          <Palette
            isOpen={opened === 'palette'}
            onClose={() => open(null)}
            onShortcuts={() => open('shortcuts')}
          />
          <Shortcuts isOpen={opened === 'shortcuts'} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
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
