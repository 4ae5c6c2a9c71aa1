const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** The number that a text says; the text itself where there is none, or where it would become a different one. */
export function numberIn(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const number = Number(trimmed)
  const isExact = Number.isFinite(number) && (!/^[+-]?\d+$/.test(trimmed) || Number.isSafeInteger(number))
  return decimal.test(trimmed) && isExact ? number : trimmed
}
