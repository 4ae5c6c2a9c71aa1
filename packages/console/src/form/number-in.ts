const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A whole number that would become another one is left as it is, to be refused. */
export function numberIn(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const number = Number(trimmed)
  const isExact = Number.isFinite(number) && (!/^[+-]?\d+$/.test(trimmed) || Number.isSafeInteger(number))
  return decimal.test(trimmed) && isExact ? number : trimmed
}
