import type { Fields, Tagged } from '@svc/client'
import type { Kind } from '@svc/model'

/** How one edit is taken back: these values again, as long as nobody has changed the record since. */
export interface StepBack {
  readonly id: string
  readonly changes: Fields
  readonly etag: string | null
}

interface Edit {
  /** What was sent. */
  readonly changes: Fields
  readonly before: Fields
  readonly saved: Tagged<Fields>
}

/** Only fields that the edit itself changed: others may have been measured meanwhile. Undefined if there are none. */
export function stepBackFrom(kind: Kind, { changes, before, saved }: Edit): StepBack | undefined {
  const keys = Object.keys(changes).filter((key) => {
    const traits = kind.fields[key]?.traits
    if (!traits || traits.managed || traits.immutable || before[key] === undefined) return false
    return JSON.stringify(before[key]) !== JSON.stringify(saved.record[key])
  })
  if (keys.length === 0) return undefined
  const old = Object.fromEntries(keys.map((key) => [key, before[key]]))
  return { id: String(saved.record.id), changes: old, etag: saved.etag }
}
