/** A row of an export, by the names of its columns; what is left out is empty. */
export type FocusRow = Readonly<Record<string, string>>

/** An export as a vendor writes it: quotes only where they are needed, lines ending in CRLF. */
export function focusCsv(rows: readonly FocusRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`
  return line(names) + rows.map((row) => line(names.map((name) => row[name] ?? ''))).join('')
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A charge of one day of October, with what every row must have. */
export const charge = (day: number, cost: string, more: FocusRow = {}): FocusRow => {
  const date = (n: number): string => `2026-10-${String(n).padStart(2, '0')}T00:00:00Z`
  return {
    BillingPeriodStart: '2026-10-01T00:00:00Z',
    ChargePeriodStart: date(day),
    ChargePeriodEnd: date(day + 1),
    BillingCurrency: 'USD',
    EffectiveCost: cost,
    BilledCost: cost,
    ServiceName: 'EC2',
    ServiceCategory: 'Compute',
    ProviderName: 'AWS',
    ...more,
  }
}
