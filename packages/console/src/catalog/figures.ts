import type { Fields } from '@svc/client'
import type { Field, Unit } from '@svc/model'
import { inCurrency } from '../costs/money.ts'
import { budget, measured, type Slo } from '../slos/words.ts'

type Figure = (value: number, record: Fields) => string

/** All that a number can hold: a target of 99.9999 is not 100. */
const plain = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
  (unit) => new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }),
)

const inBytes: Figure = (value) => {
  const step = value < 1_000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(value) / 3))
  return sizes[step]?.format(value / 1_000 ** step) ?? plain.format(value)
}

const isShare = (type: unknown): boolean => type === 'availability' || type === 'errorRate'

/** The unit that a share has also where nobody wrote it down. */
const inUnit: Figure = (value, record) =>
  measured(value, { ...record, unit: record.unit ?? (isShare(record.type) ? '%' : null) } as Slo)

/** Two digits more than the target has: so many tell how far from it a measurement is. */
const near: Figure = (value, record) => {
  const target = Number(record.target)
  const digits = String(target).split('.')[1]?.length ?? 0
  const rounded = Number(value.toFixed(digits + 2))
  return inUnit(rounded === target ? value : rounded, record)
}

const figures = {
  bytes: inBytes,
  cents: (cents, { currency }) => inCurrency(cents, String(currency ?? 'USD')),
  percent: (value) => `${tenths.format(value)}%`,
  objective: inUnit,
  nearObjective: near,
  errorBudget: (value, record) => budget(value, record as Slo),
} as const satisfies Record<Unit, Figure>

/** A number as people say it: with its unit, and with no more digits than mean something. */
export const figureOf = ({ traits: { unit } }: Field, value: number, record: Fields): string =>
  unit ? figures[unit](value, record) : plain.format(value)

/** As it is, for whoever looks closer. */
export const exactly = (value: number): string => plain.format(value)
