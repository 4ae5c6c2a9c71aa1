import type { Fields } from '@svc/client'

type Figure = (value: number, record: Fields) => string

/** All digits: a target of 99.9999 is not 100. */
const whole = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
  (unit) => new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }),
)

const inBytes: Figure = (value) => {
  const step = value < 1_000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(value) / 3))
  return sizes[step]?.format(value / 1_000 ** step) ?? whole.format(value)
}

/** Units that mean the same everywhere; areas know the others. */
export const plainFigures = {
  bytes: inBytes,
  percent: (value) => `${tenths.format(value)}%`,
} as const satisfies Readonly<Record<string, Figure>>

/** A number as it is, with all its digits. */
export const exactly = (value: number): string => whole.format(value)
