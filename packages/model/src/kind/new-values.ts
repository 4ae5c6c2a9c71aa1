import type { Fault } from './faults.ts'
import { complain } from './complaints.ts'
import { overgrown } from './growth.ts'
import type { Kind } from './kind.ts'

type Record = Readonly<{ [key: string]: unknown }>

/** Values that a record may keep if it already has them, but that cannot be newly set. */
export function* refusedValues(
  kind: Pick<Kind, 'fields'>,
  next: Record,
  before?: Record | null,
): Generator<Fault> {
  yield* overgrown(kind, next, before)
  for (const [key, { traits }] of Object.entries(kind.fields)) {
    const value = next[key]
    if (!traits.only || typeof value !== 'string' || traits.only.includes(value)) continue
    if (value === before?.[key]) continue
    const allowed = traits.nullable ? [...traits.only, null] : traits.only
    yield { path: [key], message: complain('enum', { allowedValues: allowed }) }
  }
}
