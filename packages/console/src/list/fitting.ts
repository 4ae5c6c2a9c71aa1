import { type Column, isBrief, isRecordTime, widthOf } from './columns.ts'

/** People miss tags and timestamps least, and statuses most. */
function worthOf(column: Column): number {
  const { type, traits } = column.field
  if (type === 'texts' || type === 'refs') return 0
  if (isRecordTime(column.field)) return 1
  if (traits.weight === 'last') return 2
  if (type === 'enum' || traits.weight === 'first') return 7
  if (type === 'ref') return 6
  return isBrief(column) ? 4 : 3
}

const minColumns = 3

/** The default columns that fit: half a column is useless. */
export function fitting(columns: readonly Column[], width: number, firstWidth: number): readonly Column[] {
  let shown = columns
  const needed = () => shown.slice(1).reduce((sum, column) => sum + widthOf(column), firstWidth)
  while (shown.length > minColumns && needed() > width) {
    const least = shown.slice(1).reduce((one, other) => (worthOf(other) <= worthOf(one) ? other : one))
    shown = shown.filter((column) => column !== least)
  }
  return shown
}
