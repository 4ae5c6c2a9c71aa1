/** Longer ones are hardly repeated, and so many of them would fill the memory. */
const maxLength = 2_000

/** Exports repeat the same texts over and over, so the results for a limited number of them are cached. */
export function memoize<T>(compute: (text: string) => T, maxEntries = 10_000): (text: string) => T {
  const cache = new Map<string, { readonly value: T }>()
  return (text) => {
    if (text.length > maxLength) return compute(text)
    const cached = cache.get(text)
    if (cached) return cached.value
    const value = compute(text)
    if (cache.size >= maxEntries) cache.clear()
    // A copy: a substring would keep the whole chunk of the file in memory.
    cache.set(Buffer.from(text).toString(), { value })
    return value
  }
}
