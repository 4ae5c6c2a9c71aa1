import type { Fields } from '../records/behaviour.ts'

/** What a document that anybody may have written turns out to hold. */

export const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text that says something, without the blanks around it. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}
