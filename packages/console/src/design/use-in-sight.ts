import { type RefObject, useEffect, useRef } from 'react'

/** For places in a row that scrolls: the one that is open is brought into sight. */
export function useInSight<T extends HTMLElement>(current?: string): RefObject<T | null> {
  const frame = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one may be open.
  useEffect(() => {
    frame.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return frame
}
