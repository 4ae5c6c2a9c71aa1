const words = new Map<string, string>()

/** Registers the message for a text that does not match a pattern, completing "<field> …": few people read patterns. */
export function worded(pattern: string, about: string): string {
  words.set(pattern, about)
  return pattern
}

export const wordsOf = (pattern: string): string => words.get(pattern) ?? `must match ${pattern}`

export const notBlank = worded('\\S', 'must not be blank')
