import type { Field } from '@svc/model'
import { type Column, isBrief, widthOf } from './columns.ts'

/** Whoever looks at a list misses labels and times of writing least, and how things stand most. */
const worth: Readonly<Partial<Record<Field['type'], number>>> = { texts: 0, refs: 0, ref: 5, enum: 6 }
const worthOf = (column: Column): number =>
  /^(created|updated)At$/.test(column.key) ? 1 : (worth[column.field.type] ?? 3) + (isBrief(column) ? 1 : 0)

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
