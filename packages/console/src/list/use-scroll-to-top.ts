import { type RefObject, useEffect, useRef } from 'react'
import type { ListState } from './use-list-state.ts'

/** Another order, or other rows, begin at their first row. */
export function useScrollToTop(frame: RefObject<HTMLElement | null>, { query, sorting }: ListState): void {
  const about = JSON.stringify([query, sorting])
  const shown = useRef(about)
  useEffect(() => {
    if (shown.current === about) return
    shown.current = about
    frame.current?.scrollTo({ top: 0 })
  }, [frame, about])
}
