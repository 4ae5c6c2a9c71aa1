import type { Fields, Tagged } from '@svc/client'
import { useEffect, useState } from 'react'
import { type Draft, isAlike } from './draft.ts'

interface Kept {
  readonly touched: Draft
  /** What the touched fields of the record were then, and its tag. */
  readonly was: Draft
  readonly etag: string | null
}

/**
 * Keeps what is typed through a reload or the end of a session: it stays in this tab until it is saved or discarded.
 * Only fields that were touched are kept, so that all others show what the record says now.
 */
export function useKeptDraft(
  storageKey: string,
  from: Tagged<Fields> | null,
  draftFrom: (of: Fields) => Draft,
) {
  const [kept] = useState(() => read(storageKey))
  const [base, setBase] = useState(() => baseOf(from, kept))
  const [touched, setTouched] = useState<Draft>(kept?.touched ?? {})
  const [round, setRound] = useState(0)
  useEffect(() => {
    const keys = Object.keys(touched)
    if (keys.length === 0) return
    const was = Object.fromEntries(keys.map((key) => [key, base?.record[key] ?? null]))
    write(storageKey, { touched, was, etag: base?.etag ?? null })
  }, [storageKey, touched, base])
  const forget = () => sessionStorage.removeItem(storageKey)
  const initial = draftFrom(base?.record ?? {})
  const draft: Draft = { ...initial, ...touched }
  return {
    base,
    draft,
    isDirty: !isAlike(draft, initial),
    wasKept: kept !== null,
    /** Changes with every reset, so that controls start over. */
    round,
    set: (changes: Draft) => setTouched((before) => ({ ...before, ...changes })),
    forget,
    reset: (to: Tagged<Fields> | null = base) => {
      forget()
      setBase(to)
      setTouched({})
      setRound((before) => before + 1)
    },
  }
}

/**
 * Where others have changed the same fields in the meantime, the draft stays based on the record as it was read.
 * Saving then reports the conflict, instead of silently undoing changes that were never seen here.
 */
function baseOf(from: Tagged<Fields> | null, kept: Kept | null): Tagged<Fields> | null {
  if (!from || !kept) return from
  const isOvertaken = Object.entries(kept.was).some(([key, value]) => !isAlike(value, from.record[key]))
  return isOvertaken ? { record: { ...from.record, ...kept.was }, etag: kept.etag } : from
}

function write(storageKey: string, kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // The storage is full: the draft then lives only as long as the page, and an earlier one is not it.
    sessionStorage.removeItem(storageKey)
  }
}

function read(storageKey: string): Kept | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return typeof found === 'object' && found !== null && 'touched' in found ? (found as Kept) : null
  } catch {
    return null
  }
}
