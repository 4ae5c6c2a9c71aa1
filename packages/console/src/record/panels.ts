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

/** The parts of a record's page: what every record has, and what areas know about those of its kind. */
export function panelsOf(
  kind: Kind,
  { panels, hasHistory }: { readonly panels: AreaParts['panels']; readonly hasHistory: boolean },
): readonly Panel[] {
  const all = [overview, ...(panels[kind.name] ?? []), ...(hasHistory ? [history] : [])]
  return all.sort((one, other) => one.position - other.position)
}
