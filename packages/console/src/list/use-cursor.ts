import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

interface Scroller {
  scrollToIndex(index: number): void
}

/** The row where somebody is: the one that has the focus, and keeps its place once the focus is elsewhere. */
export function useCursor(frame: RefObject<HTMLElement | null>, scroller: Scroller, count: number) {
  const [current, setCurrent] = useState<number | null>(null)
  const wanted = useRef<number>(null)
  const focusWanted = useCallback(() => {
    if (wanted.current === null) return
    const row = frame.current?.querySelector(`tr[aria-rowindex="${wanted.current + 2}"]`)
    const target = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector<HTMLElement>('input, a')
    if (!target) return
    wanted.current = null
    target.focus({ preventScroll: true })
  }, [frame])
  // The row is drawn once the list has scrolled to it.
  useEffect(focusWanted)
  const go = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    wanted.current = next
    scroller.scrollToIndex(next)
    setCurrent(next)
    focusWanted()
  }
  return {
    current: current !== null && current < count ? current : null,
    next: () => go(current === null ? 0 : current + 1),
    previous: () => go(current === null ? 0 : current - 1),
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest('tr[aria-rowindex]')?.getAttribute('aria-rowindex')
      if (index) setCurrent(Number(index) - 2)
    },
  }
}
