import { useEffect, useRef } from 'react'
import { isTyping } from '../design/is-typing.ts'

export interface ListKeys {
  readonly j?: () => void
  readonly k?: () => void
  readonly x?: (isRange: boolean) => void
  readonly e?: () => void
  readonly c?: () => void
  readonly '/'?: () => void
}

const sequenceMs = 1_200

/** The letters that move in a list and act on the row where somebody is. After G, a letter goes to a page instead. */
export function useListKeys(keys: ListKeys, isMeant: () => boolean = () => true): void {
  const now = useRef({ keys, isMeant })
  const wentAt = useRef(0)
  useEffect(() => {
    now.current = { keys, isMeant }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const isSequence = Date.now() - wentAt.current < sequenceMs
      wentAt.current = event.key === 'g' && !isSequence ? Date.now() : 0
      const act = isSequence ? undefined : now.current.keys[event.key.toLowerCase() as keyof ListKeys]
      if (!act || !now.current.isMeant()) return
      // The letter must not be typed into what gets the focus.
      event.preventDefault()
      act(event.shiftKey)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
