import { type Field, fieldLabel, inWords, type Kind, labelFieldOf, limits } from '@svc/model'

export interface Column {
  readonly key: string
  readonly label: string
  readonly field: Field
  /** Not a field of the record: it is summed up from what belongs to it. */
  readonly isSummed?: true
}

/** Every column a kind's list can show: its name first, then what people filter by. */
export function columnsOf(kind: Kind): readonly Column[] {
  const shown = Object.entries(kind.fields).filter(([, { traits }]) => !traits.internal)
  return shown
    .map(([key, field], index) => ({ key, field, index, rank: rankOf(kind, key, field) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ key, field }) => ({ key, label: fieldLabel(kind, key), field }))
}

/** When a record was created or last changed: every list can show it and none is about it. */
export const isRecordTime = ({ type, traits }: Field): boolean =>
  type === 'timestamp' && traits.bookkeeping === true

function rankOf(kind: Kind, key: string, field: Field): number {
  const { type, traits } = field
  if (key === labelFieldOf(kind)) return 0
  if (type === 'ref' && traits.filter) return 1
  if (type === 'enum' && traits.filter) return 2
  if (type === 'enum') return 3
  if (traits.filter) return 4
  if (type === 'texts') return 5
  if (isRecordTime(field)) return 9
  return type === 'refs' || type === 'timestamp' ? 7 : 6
}

/** The first column identifies the row: it is as wide as the window allows. */
export const firstWidth = (windowWidth: number): number => Math.min(440, Math.max(200, windowWidth * 0.165))

const isProse = ({ field: { type, schema } }: Column): boolean =>
  type === 'text' && (schema.maxLength ?? 0) > limits.url

/** Which column takes the remaining width: prose if there is any. */
export const stretchedOf = (columns: readonly Column[]): Column | undefined =>
  columns.find(isProse) ?? columns[0]

const maxWidth = 150
const letterWidth = 10
/** A target says in words on which side of it is good. */
const targetWidth = 176

/** The minimum width of any other column, in pixels. */
export function widthOf(column: Column): number {
  const { type, schema, traits } = column.field
  if (type === 'timestamp') return 130
  if (type === 'enum') return Math.min(maxWidth, Math.max(124, letterWidth * longestWord(column.field)))
  if (traits.unit === 'objective') return targetWidth
  if (type === 'boolean' || type === 'integer' || type === 'number') return 116
  if (isProse(column)) return 300
  if (type === 'refs') return 210
  if (type === 'text' && (traits.reads === 'address' || schema.maxLength === limits.url)) return 220
  return type === 'texts' ? 160 : maxWidth
}

const longestWord = ({ schema }: Field): number =>
  Math.max(...(schema.enum ?? []).map((one) => inWords(String(one)).length))

const briefTypes = new Set<Field['type']>(['enum', 'ref', 'timestamp'])

/** Short and self-explanatory enough to be shown below the name on a phone. */
export const isBrief = ({ field: { type, traits } }: Column): boolean =>
  briefTypes.has(type) || traits.brief === true
