/** What a spreadsheet would take for a formula, and run. */
const formula = /^[=+\-@\t\r]/

/** One line of a CSV file. A text that a spreadsheet would run begins with an apostrophe; numbers are not texts. */
export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
