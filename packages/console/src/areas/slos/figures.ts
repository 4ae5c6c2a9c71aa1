import type { Figure } from '../../values/area-parts.ts'
import { budget, measured, type Slo, targetInWords } from './words.ts'

export const sloFigures = {
  objective: (value, record) => targetInWords(value, record as Slo),
  nearObjective: (value, record) => measured(value, record as Slo),
  errorBudget: (value, record) => budget(value, record as Slo),
} as const satisfies Readonly<Record<string, Figure>>
