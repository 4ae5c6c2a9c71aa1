/** Amounts are integers in units of 10⁻⁶⁰ of a currency's unit: sums are exact, whatever an export contains. */
const places = 60
const powers = Array.from({ length: places + 25 }, (_, n) => 10n ** BigInt(n))
const perCent = 10n ** BigInt(places - 2)

const form = /^([+-]?)(\d{1,20})(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$|^([+-]?)\.(\d+)(?:[eE]([+-]?\d{1,3}))?$/

/** Reads an amount, plain or as `1.5E-7`; undefined if it is not one that can be stored exactly. */
export function readAmount(text: string): bigint | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const [, sign = found[5], whole = '', after = found[6] ?? '', exponent = found[7] ?? '0'] = found
  // Trailing zeros mean nothing, and floats written out have many.
  const fraction = after.replace(/0+$/, '')
  const digits = BigInt(whole + fraction)
  const shift = places - fraction.length + Number(exponent)
  if (digits === 0n) return 0n
  const power = powers[shift]
  if (power === undefined) return undefined
  return sign === '-' ? -digits * power : digits * power
}

/** Rounded to the nearest cent; halves away from zero. */
export function toCents(amount: bigint): bigint {
  const half = amount < 0n ? -perCent / 2n : perCent / 2n
  return (amount + half) / perCent
}

/** As people write it. */
export function showAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(2, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -places)}.${fraction}`
}
