type Waiting<T> = Map<string, PromiseWithResolvers<T | null>>

/** Asks for single things together, a limited number with each request; null for what the answer leaves out. */
export function inBatches<T>(
  max: number,
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  const waiting: Waiting<T> = new Map()
  let isAsking = false

  /** One request at a time: what comes into view meanwhile goes into the next one. */
  const flush = async (): Promise<void> => {
    while (waiting.size > 0) {
      const part = [...waiting].slice(0, max)
      for (const [key] of part) waiting.delete(key)
      try {
        const found = await ask(part.map(([key]) => key))
        for (const [key, one] of part) one.resolve(found.get(key) ?? null)
      } catch (error) {
        for (const [, one] of part) one.reject(error)
      }
    }
    isAsking = false
  }

  return (key) => {
    if (!isAsking) setTimeout(() => void flush(), 0)
    isAsking = true
    const one = waiting.get(key) ?? Promise.withResolvers<T | null>()
    waiting.set(key, one)
    return one.promise
  }
}
