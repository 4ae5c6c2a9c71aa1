import type { Kind } from '@svc/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Column, columnsOf } from './columns.ts'
import { defaultColumns } from './default-columns.ts'
import { summaryColumnsOf } from './summaries/summary-columns.ts'

export interface ColumnChoice {
  /** All but the first, which is always shown. */
  readonly choices: readonly Column[]
  readonly shown: readonly Column[]
  readonly isDefault: boolean
  toggle(key: string): void
  reset(): void
}

/** Which columns somebody wants to see of a kind: those that a view names in the address, or those kept in the browser. */
export function useColumns(kind: Kind): ColumnChoice {
  const place = `svc.columns.${kind.name}`
  const all = useMemo(() => [...columnsOf(kind), ...summaryColumnsOf(kind)], [kind])
  const [chosen, setChosen] = useState(() => remembered(place))
  const { columns: named }: { readonly columns?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isNamed = typeof named === 'string' && named !== ''
  const keys = useMemo(
    () => (isNamed ? named.split(',') : (chosen ?? defaultColumns(kind))),
    [isNamed, named, chosen, kind],
  )
  const keep = (next: readonly string[] | null) => {
    if (isNamed) {
      const columns = next?.join(',') || undefined
      void navigate({ to: '.', search: (before: object) => ({ ...before, columns }), replace: true })
    } else if (next) localStorage.setItem(place, JSON.stringify(next))
    else localStorage.removeItem(place)
    if (!isNamed) setChosen(next)
  }
  const first = defaultColumns(kind)[0]
  const shown = useMemo(() => {
    const byKey = new Map(all.map((column) => [column.key, column]))
    return [...new Set([first, ...keys])].flatMap((key) => byKey.get(key ?? '') ?? [])
  }, [all, first, keys])
  return {
    choices: all.filter(({ key }) => key !== first),
    shown,
    isDefault: !isNamed && chosen === null,
    toggle: (key) => keep(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]),
    reset: () => keep(null),
  }
}

function remembered(place: string): readonly string[] | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return Array.isArray(found) ? found.map(String) : null
  } catch {
    return null
  }
}
