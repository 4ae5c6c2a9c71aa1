import { type Column, isBrief, widthOf } from './columns.ts'

/** Whoever looks at a list misses labels and times of writing least, and how things stand most. */
const worth: Readonly<Record<string, number>> = {
  texts: 0,
  refs: 0,
  updatedAt: 1,
  createdAt: 1,
  window: 2,
  target: 2,
  ref: 6,
  enum: 7,
  errorBudgetPercentUsed: 7,
}
const worthOf = (column: Column): number =>
  worth[column.key] ?? worth[column.field.type] ?? (isBrief(column) ? 4 : 3)

const fewest = 3

/** The columns for which there is room, where nobody chose them: half a column says nothing. */
export function fitting(columns: readonly Column[], room: number, firstWidth: number): readonly Column[] {
  let shown = columns
  const needed = () => shown.slice(1).reduce((sum, column) => sum + widthOf(column), firstWidth)
  while (shown.length > fewest && needed() > room) {
    const least = shown.slice(1).reduce((one, other) => (worthOf(other) <= worthOf(one) ? other : one))
    shown = shown.filter((column) => column !== least)
  }
  return shown
}
