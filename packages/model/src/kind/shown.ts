import type { Kind, RecordIn } from './kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** What may be told of a record: internal fields never leave the store, not even into the log. */
export const shown = <K extends Kind>(kind: K, record: Fields): RecordIn<K> =>
  // What is stored of a kind has its fields.
  Object.fromEntries(
    Object.entries(record).filter(([key]) => kind.fields[key]?.traits.internal !== true),
  ) as RecordIn<K>

/** What the log keeps of a record: not what is worked out from others when it is read, which would be wrong there. */
export const logged = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(
    Object.entries(record).filter(([key]) => {
      const { internal, derivedFrom } = kind.fields[key]?.traits ?? {}
      return internal !== true && derivedFrom === undefined
    }),
  )
