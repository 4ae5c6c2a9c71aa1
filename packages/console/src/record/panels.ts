import type { Kind } from '@svc/model'
import type { AreaParts, Panel } from '../values/area-parts.ts'

const overview: Panel = {
  id: 'overview',
  label: 'Overview',
  position: 0,
  load: async () => ({ default: (await import('./overview/overview.tsx')).Overview }),
}

const history: Panel = {
  id: 'history',
  label: 'History',
  position: Number.POSITIVE_INFINITY,
  load: async () => ({ default: (await import('./history/history-panel.tsx')).HistoryPanel }),
}

/** The panels of a record's page: those of every record, and those that areas add for its kind. */
export function panelsOf(
  kind: Kind,
  { panels, hasHistory }: { readonly panels: AreaParts['panels']; readonly hasHistory: boolean },
): readonly Panel[] {
  const all = [overview, ...(panels[kind.name] ?? []), ...(hasHistory ? [history] : [])]
  return all.sort((one, other) => one.position - other.position)
}
