import { asQueryValue, asQueryWord, type Kind, none, queryKeysOf } from '@svc/model'
import type { ShownList } from '../values/area-parts.ts'
import type { ColumnChoice } from './use-columns.ts'
import type { ListState } from './use-list-state.ts'

/** What the list shows now. Filters that were chosen from a menu become terms of the query. */
export function shownList(kind: Kind, state: ListState, columns: ColumnChoice): ShownList {
  const { q, query, sorting, isUsualOrder, by } = state
  const terms = Object.entries(state.filters).map(([name, value]) => termOf(kind, name, value))
  return {
    kind,
    query: [query.query, ...terms, q && asQueryWord(q)].filter(Boolean).join(' '),
    sort: sorting && !isUsualOrder ? `${sorting.isDescending ? '-' : ''}${sorting.key}` : null,
    group: by?.name ?? null,
    columns: columns.isDefault ? [] : columns.shown.map(({ key }) => key),
  }
}

function termOf(kind: Kind, name: string, value: string): string {
  const known = queryKeysOf(kind).find(({ filter }) => filter === name)
  const key = known?.key ?? name
  return value === none && known?.canLack ? `no:${key}` : `${key}:${asQueryValue(value)}`
}
