import { useEffect, useRef, useState } from 'react'
import { useSettled } from './use-settled.ts'

/**
 * The text of a search box that is also in the address. A search starts once the typing pauses. The address only
 * changes the text where it says something other than the last search, as it does after "back".
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a new search.
  useEffect(() => {
    const words = settled.trim()
    if (words === asked.current) return
    asked.current = words
    ask(words)
  }, [settled])
  return [typed, setTyped] as const
}
