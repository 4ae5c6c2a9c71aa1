import { Decimal } from './value.ts'

/** The numbers of the host's language have hundreds of digits: none may be lost on the way. */
export type NumberValue = number | bigint | Decimal

export const isNumber = (value: unknown): value is NumberValue =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal

/** The plainest form that holds a decimal text exactly; undefined when it is no number. */
export function parseNumber(text: string): NumberValue | undefined {
  const number = Number(text)
  if (Number.isSafeInteger(number) && String(number) === text) return number
  const parts = partsOf(text)
  if (!parts) return undefined
  if (parts.exponent >= 0) return exactInteger(BigInt(parts.digits + '0'.repeat(parts.exponent)))
  return Number.isFinite(number) && isSameText(String(number), text) ? number : new Decimal(text)
}

/** A number that came as a double. The host has no other infinite or undefined numbers than these. */
export function fromDouble(number: number): NumberValue | undefined {
  if (!Number.isFinite(number)) return undefined
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number) : number
}

export function exactInteger(integer: bigint): number | bigint {
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : integer
}

export const numberText = (value: NumberValue): string =>
  value instanceof Decimal ? value.text : String(value)

/** By value, however they are held. */
export function isSameNumber(a: NumberValue, b: NumberValue): boolean {
  if (typeof a === typeof b && !(a instanceof Decimal)) return a === b
  return isSameText(numberText(a), numberText(b))
}

function isSameText(a: string, b: string): boolean {
  const [one, other] = [partsOf(a), partsOf(b)]
  return one !== undefined && one.digits === other?.digits && one.exponent === other.exponent
}

interface Parts {
  /** Sign and significant digits. */
  readonly digits: string
  readonly exponent: number
}

function partsOf(text: string): Parts | undefined {
  const [whole, sign = '', integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (whole === undefined || integer + fraction === '') return undefined
  const digits = (integer + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return { digits: '0', exponent: 0 }
  const zeros = digits.length - significant.length
  return {
    digits: (sign === '-' ? '-' : '') + significant,
    exponent: Number(exponent) - fraction.length + zeros,
  }
}

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/
