import { type Kind, shown } from '@svc/model'
import type { Fields } from '../services/records/behaviour.ts'

const writers = new Map<Kind, (record: Fields) => string>()

/** The same including whether it is deleted, for callers who also asked for deleted ones. */
export const jsonWithDeleted = (kind: Kind, record: Fields): string =>
  JSON.stringify({
    ...shown(kind, record),
    ...(kind.softDelete && { [kind.softDelete]: record[kind.softDelete] }),
  })

/** A record as JSON, without what is internal. */
export function jsonOf(kind: Kind, record: Fields): string {
  let write = writers.get(kind)
  if (!write) {
    const hasInternal = Object.values(kind.fields).some(({ traits }) => traits.internal)
    write = hasInternal ? (value) => JSON.stringify(shown(kind, value)) : (value) => JSON.stringify(value)
    writers.set(kind, write)
  }
  return write(record)
}
