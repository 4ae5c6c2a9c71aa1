import type { Kind } from './kind.ts'

type Fields = Readonly<Record<string, unknown>>

/** What may be told of a record: internal fields never leave the store, not even into the log. */
export const shown = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => kind.fields[key]?.traits.internal !== true))

/** What the log keeps of a record: not what is worked out from others when it is read, which would be wrong there. */
export const logged = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(
    Object.entries(record).filter(([key]) => {
      const { internal, derivedFrom } = kind.fields[key]?.traits ?? {}
      return internal !== true && derivedFrom === undefined
    }),
  )
