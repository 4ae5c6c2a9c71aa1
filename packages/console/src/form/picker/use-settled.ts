import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, for searches that run while someone types. */
export function useSettled<T>(value: T, delayMs = 180): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
