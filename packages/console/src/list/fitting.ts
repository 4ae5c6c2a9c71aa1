import { bookkeeping, type Column, isBrief, widthOf } from './columns.ts'

/** Whoever looks at a list misses labels and times of writing least, and how things stand most. */
function worthOf(column: Column): number {
  const { type, traits } = column.field
  if (type === 'texts' || type === 'refs') return 0
  if (bookkeeping.includes(column.key)) return 1
  if (traits.weight === 'last') return 2
  if (type === 'enum' || traits.weight === 'first') return 7
  if (type === 'ref') return 6
  return isBrief(column) ? 4 : 3
}

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
