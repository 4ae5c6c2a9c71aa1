import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the current item of a scrollable row into view. */
export function useScrollToCurrent<T extends HTMLElement>(current?: string): RefObject<T | null> {
  const frame = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the current one changes.
  useEffect(() => {
    frame.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return frame
}
