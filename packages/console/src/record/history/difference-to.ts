import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'

/**
 * What brings a record back to an earlier version: the fields that people set, where they differ. What svc sets or
 * measures, and what cannot change, stays as it is; so does what that version did not have yet.
 */
export function differenceTo(kind: Kind, now: Fields, version: Fields | null): Fields {
  if (version === null) return {}
  return Object.fromEntries(
    Object.entries(kind.fields).flatMap(([key, { traits }]) => {
      if (traits.managed || traits.internal || traits.immutable || traits.measured || traits.derivedFrom)
        return []
      const [was, is] = [version[key], now[key]]
      return was === undefined || JSON.stringify(was) === JSON.stringify(is) ? [] : [[key, was]]
    }),
  )
}
