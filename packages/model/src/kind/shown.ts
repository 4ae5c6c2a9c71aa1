import type { Kind, RecordIn } from './kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** The visible fields of a record: internal ones never leave the store, not even into the log. */
export const shown = <K extends Kind>(kind: K, record: Fields): RecordIn<K> =>
  // A stored record of a kind has its fields.
  Object.fromEntries(
    Object.entries(record).filter(([key]) => kind.fields[key]?.traits.internal !== true),
  ) as RecordIn<K>

/** The fields that are logged: without those derived from other records when read, which would be wrong there. */
export const logged = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(
    Object.entries(record).filter(([key]) => {
      const { internal, derivedFrom } = kind.fields[key]?.traits ?? {}
      return internal !== true && derivedFrom === undefined
    }),
  )
