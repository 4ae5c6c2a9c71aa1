import { Decimal } from './value.ts'

/** Numbers in the host's language can have hundreds of digits, and none may be lost. */
export type NumberValue = number | bigint | Decimal

export const isNumber = (value: unknown): value is NumberValue =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal

/** The simplest representation of a decimal text that is exact; undefined if it is not a number. */
export function parseNumber(text: string): NumberValue | undefined {
  const number = Number(text)
  if (Number.isSafeInteger(number) && String(number) === text) return number
  const parts = partsOf(text)
  if (!parts) return undefined
  if (parts.exponent >= 0) return exactInteger(BigInt(parts.digits + '0'.repeat(parts.exponent)))
  return Number.isFinite(number) && isSameText(String(number), text) ? number : new Decimal(text)
}

/** A number that was sent as a double, including infinities. */
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

/** By value, however they are represented. */
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
