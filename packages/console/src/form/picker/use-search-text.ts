import { useEffect, useRef, useState } from 'react'
import { useSettled } from './use-settled.ts'

/**
 * What someone types to search, and what the address says that is sought. The typing is asked for once it pauses;
 * the address changes what is typed only where it says something else than was asked, as with "back".
 */
export function useSearchText(sought: string, ask: (words: string) => void) {
  const [typed, setTyped] = useState(sought)
  const asked = useRef(sought)
  const settled = useSettled(typed)
  useEffect(() => {
    if (sought === asked.current) return
    asked.current = sought
    setTyped(sought)
  }, [sought])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what has been typed asks anew.
  useEffect(() => {
    const words = settled.trim()
    if (words === asked.current) return
    asked.current = words
    ask(words)
  }, [settled])
  return [typed, setTyped] as const
}
