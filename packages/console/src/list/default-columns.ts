import { type Field, type Kind, labelFieldOf } from '@svc/model'
import { columnsOf, isRecordTime } from './columns.ts'

const maxColumns = 6

/** What a list shows by default: the kind's own choice, or else what can be read at a glance. */
export function defaultColumns(kind: Kind): readonly string[] {
  if (kind.columns) return kind.columns
  const columns = columnsOf(kind)
  const fitting = columns
    .filter(({ field }) => isReadAtAGlance(field) && !isRecordTime(field))
    .map(({ key }) => key)
  // The last one is when it last changed, where a kind has both.
  const time = columns.findLast(({ field }) => isRecordTime(field))?.key
  const name = labelFieldOf(kind) ?? fitting[0]
  const others = fitting.filter((key) => key !== name)
  return [name, ...others.slice(0, maxColumns - 2), time].flatMap((key) => key ?? [])
}

const isReadAtAGlance = ({ type, traits }: Field): boolean =>
  type !== 'json' && type !== 'id' && traits.reads !== 'markdown'
