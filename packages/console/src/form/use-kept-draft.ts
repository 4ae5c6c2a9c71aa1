import type { Fields, Tagged } from '@svc/client'
import { useEffect, useState } from 'react'
import { type Draft, isAlike } from './draft.ts'

interface Kept {
  readonly touched: Draft
  /** What the record said where something was typed, and the tag that it had then. */
  readonly was: Draft
  readonly etag: string | null
}

/**
 * What is typed survives a reload and a session that ended: it is kept in this tab until it is saved or dropped.
 * Only what was touched is kept, so that the rest is always what the record says now.
 */
export function useKeptDraft(place: string, from: Tagged<Fields> | null, draftFrom: (of: Fields) => Draft) {
  const [kept] = useState(() => read(place))
  const [base, setBase] = useState(() => baseOf(from, kept))
  const [touched, setTouched] = useState<Draft>(kept?.touched ?? {})
  const [round, setRound] = useState(0)
  useEffect(() => {
    const keys = Object.keys(touched)
    if (keys.length === 0) return
    const was = Object.fromEntries(keys.map((key) => [key, base?.record[key] ?? null]))
    write(place, { touched, was, etag: base?.etag ?? null })
  }, [place, touched, base])
  const forget = () => sessionStorage.removeItem(place)
  const initial = draftFrom(base?.record ?? {})
  const draft: Draft = { ...initial, ...touched }
  return {
    base,
    draft,
    isDirty: !isAlike(draft, initial),
    wasKept: kept !== null,
    /** Changes when everything is as it was in the beginning, whatever was typed. */
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
 * Where others have changed the same fields meanwhile, what counts is what the record said when they were typed
 * over: saving then tells of the conflict, instead of undoing what nobody here has seen.
 */
function baseOf(from: Tagged<Fields> | null, kept: Kept | null): Tagged<Fields> | null {
  if (!from || !kept) return from
  const isOvertaken = Object.entries(kept.was).some(([key, value]) => !isAlike(value, from.record[key]))
  return isOvertaken ? { record: { ...from.record, ...kept.was }, etag: kept.etag } : from
}

function write(place: string, kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // There is no room for it: then it is only in the page.
  }
}

function read(place: string): Kept | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null')
    return typeof found === 'object' && found !== null && 'touched' in found ? (found as Kept) : null
  } catch {
    return null
  }
}
