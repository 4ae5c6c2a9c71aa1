import type { Kind } from '@svc/model'

export type Fields = Readonly<Record<string, unknown>>

export interface Entry {
  readonly kind: Kind
  /** As the server has last answered, with what has followed from deletions since. */
  readonly body: Fields
  /** Whether a deletion elsewhere has changed it: then it has a later `updatedAt` than was answered. */
  readonly isTouched: boolean
}

/** A request on its way; while its outcome is not known it is kept here. */
export interface Intent {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly kind: Kind
  readonly id?: string
  readonly body?: Fields
  readonly key?: string
}

/** What one writer knows to be stored, because it was told so. */
export interface Ledger {
  readonly entries: Map<string, Entry>
  readonly gone: Set<string>
  /** Creations with an Idempotency-Key, and how they were answered. */
  readonly keyed: { readonly intent: Intent; readonly answer: Fields }[]
  pending: Intent | undefined
  acknowledged: number
}

export const newLedger = (): Ledger => ({
  entries: new Map(),
  gone: new Set(),
  keyed: [],
  pending: undefined,
  acknowledged: 0,
})

export function noteWritten({ entries }: Ledger, kind: Kind, body: Fields): void {
  entries.set(String(body.id), { kind, body, isTouched: false })
}

/** A deletion takes what exists only inside with it and clears what points at it. */
export function noteDeleted(ledger: Ledger, id: string): void {
  ledger.entries.delete(id)
  ledger.gone.add(id)
  for (const [otherId, entry] of [...ledger.entries]) {
    const pointers = Object.entries(entry.kind.fields).filter(
      ([key, { target }]) => target !== undefined && pointsAt(entry.body[key], id),
    )
    if (pointers.length === 0) continue
    if (pointers.some(([, { traits }]) => traits.onDelete === 'remove')) noteDeleted(ledger, otherId)
    else {
      const cleared = pointers.map(([key]) => [key, without(entry.body[key], id)])
      ledger.entries.set(otherId, {
        ...entry,
        body: { ...entry.body, ...Object.fromEntries(cleared) },
        isTouched: true,
      })
    }
  }
}

const pointsAt = (value: unknown, id: string): boolean =>
  value === id || (Array.isArray(value) && value.includes(id))

const without = (value: unknown, id: string): unknown =>
  Array.isArray(value) ? value.filter((one) => one !== id) : null
