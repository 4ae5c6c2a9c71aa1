import type { Figure } from '../../values/area-parts.ts'
import { inCurrency } from '../../words/money.ts'

export const costFigures = {
  cents: (cents, { currency }) => inCurrency(cents, String(currency ?? 'USD')),
} as const satisfies Readonly<Record<string, Figure>>
