import type { Fields } from '@svc/client'
import { useCallback, useEffect, useRef } from 'react'

export type Selection = ReadonlySet<string>

/** Selects a row or takes it back; with Shift, all rows since the last one too. */
export function useToggle(
  rows: readonly Fields[],
  onSelect: ((next: (before: Selection) => Selection) => void) | undefined,
) {
  const shown = useRef(rows)
  const last = useRef<string>(null)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  return useCallback(
    (id: string, isRange: boolean) => {
      const from = isRange ? last.current : null
      last.current = id
      onSelect?.((before) => {
        const isWanted = !before.has(id)
        const next = new Set(before)
        for (const one of from === null ? [id] : between(shown.current, from, id)) {
          if (isWanted) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [onSelect],
  )
}

function between(rows: readonly Fields[], from: string, to: string): readonly string[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id))
  if (places.includes(-1)) return [to]
  return rows.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => String(id))
}
