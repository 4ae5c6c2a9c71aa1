import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a moment: for questions that are asked while someone types. */
export function useSettled<T>(value: T, delayMs = 180): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
