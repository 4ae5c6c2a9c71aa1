import { type Kind, maxBytes } from '@svc/model'
import { decoderOf, isStored } from './codec.ts'
import type { Row } from './sql.ts'
import { type StoredRecord, quoted, tableOf } from './table.ts'

/** What is read of a kind's rows, and how large that can be. */
export interface Selection {
  readonly columns: string
  /** The maximum bytes of one row, by the limits of its fields. */
  readonly maxBytes: number
  /** The bytes of a row as SQL: both engines know the length of a long text without reading it. */
  readonly size: string
  read(row: Row): StoredRecord
}

/** Columns that never exceed this are not worth measuring. */
const smallColumn = 1_000

const whole = new WeakMap<Kind, Selection>()

/** All fields of a kind, or only some. */
export function selectionOf(kind: Kind, fields?: readonly string[]): Selection {
  if (fields) return makeSelection(kind, fields)
  let selection = whole.get(kind)
  if (!selection) {
    selection = { ...makeSelection(kind, Object.keys(kind.fields)), ...readsOf(kind) }
    whole.set(kind, selection)
  }
  return selection
}

const readsOf = (kind: Kind): Pick<Selection, 'columns' | 'read'> => {
  const { columns, read } = tableOf(kind)
  return { columns, read }
}

function makeSelection(kind: Kind, fields: readonly string[]): Selection {
  const stored = Object.entries(kind.fields).filter(([key, field]) => fields.includes(key) && isStored(field))
  const measured = stored.filter(([, field]) => maxBytes(field) > smallColumn)
  const decode = decoderOf(kind, fields)
  return {
    columns: [...stored.map(([key]) => quoted(key)), 'revision', 'edited'].join(', '),
    maxBytes: stored.reduce((sum, [, field]) => sum + maxBytes(field), 0),
    size: measured.map(([key]) => `coalesce(octet_length(${quoted(key)}), 0)`).join(' + ') || '0',
    read: (row) => ({ record: decode(row), revision: Number(row.revision), edited: Number(row.edited) }),
  }
}
