import type { Kind } from './kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** What may be told of a record: internal fields never leave the store, not even into the log. */
export const shown = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => kind.fields[key]?.traits.internal !== true))
