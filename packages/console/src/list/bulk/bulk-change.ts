import type { Fields } from '@svc/client'
import type { Field, Kind } from '@svc/model'
import { changesOf, draftOf, faultsIn, isAlike } from '../../form/draft.ts'

/** What many records are changed to: one value for all, or entries added to the list that each of them has. */
export type BulkChange =
  | { readonly key: string; readonly value: unknown }
  | { readonly key: string; readonly added: readonly string[]; readonly removed: readonly string[] }

/** Fields of several values, of which each record keeps its own. */
export const hasEntries = ({ type }: Field): boolean => type === 'texts' || type === 'refs'

/** What a change means for one record. */
export type Effect =
  | { readonly kind: 'change'; readonly changes: Fields }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }

export function effectOn(kind: Kind, change: BulkChange, record: Fields): Effect {
  const { key } = change
  const value = 'added' in change ? withEntries(record[key], change) : change.value
  const draft = { ...draftOf(kind, record), [key]: value }
  const changes = changesOf(kind, draft, record)
  if (!(key in changes)) {
    // An empty text and nothing at all are the same, and so are two spellings of a default.
    const isAsked = !isAlike(value, record[key]) && !isEmpty(value)
    return isAsked ? { kind: 'refused', reason: 'The field does not apply to it.' } : { kind: 'same' }
  }
  const [fault] = faultsIn(kind, changes, record)
  return fault ? { kind: 'refused', reason: asSentence(fault.message) } : { kind: 'change', changes }
}

function withEntries(value: unknown, { added, removed }: Extract<BulkChange, { added: unknown }>) {
  const now = Array.isArray(value) ? value.map(String) : []
  const isGone = new Set(removed)
  return [...new Set([...now, ...added])].filter((one) => !isGone.has(one))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

export interface Refusal {
  readonly record: Fields
  readonly reason: string
}

/** What a change would do, as far as the rows that are shown can say. */
export interface BulkPlan {
  readonly changing: readonly Fields[]
  readonly same: number
  readonly refused: readonly Refusal[]
  /** How many of those that change have which value now, the most common first. */
  readonly from: readonly { readonly value: unknown; readonly count: number }[]
}

const sliceMs = 20

/** In slices, so that a plan for ten thousand records holds nothing up. */
export async function planOf(
  kind: Kind,
  change: BulkChange,
  records: readonly Fields[],
  signal: AbortSignal,
): Promise<BulkPlan> {
  const changing: Fields[] = []
  const refused: Refusal[] = []
  const from = new Map<string, { value: unknown; count: number }>()
  let same = 0
  let since = performance.now()
  for (const record of records) {
    if (performance.now() - since > sliceMs) {
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      since = performance.now()
    }
    const effect = effectOn(kind, change, record)
    if (effect.kind === 'same') same++
    else if (effect.kind === 'refused') refused.push({ record, reason: effect.reason })
    else {
      changing.push(record)
      const value = record[change.key] ?? null
      const known = from.get(JSON.stringify(value)) ?? { value, count: 0 }
      known.count++
      from.set(JSON.stringify(value), known)
    }
  }
  return { changing, same, refused, from: [...from.values()].sort((a, b) => b.count - a.count) }
}
