/** The number as people would write it: 12 significant digits, finite, and never -0. */
export function toDecimal(value: number): number {
  return finite(Number(value.toPrecision(SHOWN_DIGITS)))
}

/** a - b without the tail that binary fractions leave: 100 - 99.9 is 0.1, not 0.09999999999999432. */
export function minus(a: number, b: number): number {
  const difference = finite(a - b)
  if (difference === 0) return 0
  // The operands are exact to about 15 digits; for each order of magnitude by which the difference is smaller, it
  // loses one.
  const digits = EXACT_DIGITS - (magnitude(larger(a, b)) - magnitude(difference))
  return digits < 1 ? 0 : finite(Number(difference.toPrecision(digits)))
}

/** Whether two numbers differ only by rounding errors of binary fractions. */
export function isSameDecimal(a: number, b: number): boolean {
  return Math.abs(a - b) <= larger(a, b) * TOLERANCE
}

const SHOWN_DIGITS = 12
const EXACT_DIGITS = 14
// Coarser than both roundings above, so that numbers it distinguishes stay distinct once rounded.
const TOLERANCE = 1e-11

function finite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0
}

function larger(a: number, b: number): number {
  return Math.max(Math.abs(a), Math.abs(b))
}

function magnitude(value: number): number {
  return Math.floor(Math.log10(Math.abs(value)))
}
