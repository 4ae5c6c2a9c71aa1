const money = (currency: string, digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

const exact = money('USD', 2)
const whole = money('USD', 0)
const compact = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const percent = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

export const inDollars = (cents: number): string =>
  (Math.abs(cents) >= 1_000_00 ? whole : exact).format(cents / 100)
export const inDollarsShort = (cents: number): string => compact.format(cents / 100)

/** An amount in any currency, known or not. */
export function inCurrency(cents: number, currency: string): string {
  try {
    return money(currency, 2).format(cents / 100)
  } catch {
    return `${(cents / 100).toLocaleString()} ${currency}`
  }
}

/** How much more or less than before; null where there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before)

/** With the same minus sign as amounts. */
export const asChange = (change: number | null): string =>
  change === null ? 'new' : percent.format(change).replace('-', '−')

const formats = new Map<string, Intl.NumberFormat>()

/** Amounts of any size in any currency: whole units where there are many, so that a column can be compared. */
export function inMoney(cents: number, currency: string): string {
  return Math.abs(cents) < 1_000_00
    ? inCurrency(cents, currency)
    : formatted(cents, currency, { maximumFractionDigits: 0 })
}

/** As few letters as an axis has room for. */
export const inMoneyShort = (cents: number, currency: string): string =>
  formatted(cents, currency, { notation: 'compact', maximumFractionDigits: 1 })

function formatted(cents: number, currency: string, options: Intl.NumberFormatOptions): string {
  const key = `${currency} ${options.notation}`
  try {
    const format =
      formats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'currency', currency, ...options })
    formats.set(key, format)
    return format.format(cents / 100)
  } catch {
    return inCurrency(cents, currency)
  }
}

/** A jump that somebody should look at. */
export const isJump = (change: number | null): boolean => change !== null && change > 0.2
