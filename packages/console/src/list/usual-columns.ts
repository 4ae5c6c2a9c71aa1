import { type Kind, labelFieldOf } from '@svc/model'
import { bookkeeping, columnsOf } from './columns.ts'

const most = 6

/** What a list shows unless someone chooses: what the kind says, or else what can be read at a glance. */
export function usualColumns(kind: Kind): readonly string[] {
  if (kind.columns) return kind.columns
  const fitting = columnsOf(kind)
    .filter(({ field: { type, traits } }) => type !== 'json' && type !== 'id' && traits.reads !== 'markdown')
    .map(({ key }) => key)
  const time = bookkeeping.find((key) => kind.fields[key])
  const name = labelFieldOf(kind) ?? fitting[0]
  const others = fitting.filter((key) => key !== name && !bookkeeping.includes(key))
  return [name, ...others.slice(0, most - 2), time].flatMap((key) => key ?? [])
}
