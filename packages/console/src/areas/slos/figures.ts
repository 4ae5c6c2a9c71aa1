import type { Figure } from '../../values/area-parts.ts'
import { budget, measured, type Slo } from './words.ts'

const isShare = (type: unknown): boolean => type === 'availability' || type === 'errorRate'

/** The unit of a ratio even where none is set. */
const inUnit: Figure = (value, record) =>
  measured(value, { ...record, unit: record.unit ?? (isShare(record.type) ? '%' : null) } as Slo)

/** Two digits more than the target, enough to tell how far from it a measurement is. */
const near: Figure = (value, record) => {
  const target = Number(record.target)
  const digits = String(target).split('.')[1]?.length ?? 0
  const rounded = Number(value.toFixed(digits + 2))
  return inUnit(rounded === target ? value : rounded, record)
}

export const sloFigures = {
  objective: inUnit,
  nearObjective: near,
  errorBudget: (value, record) => budget(value, record as Slo),
} as const satisfies Readonly<Record<string, Figure>>
