import type { Fault } from './faults.ts'
import type { Kind } from './kind.ts'

type Record = Readonly<{ [key: string]: unknown }>

/** Arrays with more entries than allowed; one that already had more may stay as large as it was, or shrink. */
export function* overgrown(
  kind: Pick<Kind, 'fields'>,
  next: Record,
  before?: Record | null,
): Generator<Fault> {
  for (const [key, { traits }] of Object.entries(kind.fields)) {
    const { maxEntries } = traits
    const entries = countOf(next[key])
    if (maxEntries === undefined || entries <= maxEntries) continue
    const held = countOf(before?.[key])
    if (entries <= held) continue
    const had = held > maxEntries ? `; there are ${held} now, so it can only shrink` : ''
    yield { path: [key], message: `must have at most ${maxEntries} entries${had}` }
  }
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
