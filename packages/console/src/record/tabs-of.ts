import type { EntitySummary } from '@svc/model'
import type { Tab } from '../design/tabs.tsx'
import type { Panel } from '../values/area-parts.ts'

interface AllTabs {
  readonly tabs: readonly Tab[]
  /** Those with nothing in them. */
  readonly more: readonly Tab[]
}

/** The parts of a page with how much there is in each; what is empty comes last. */
export function tabsOf(
  panels: readonly Panel[],
  summary: EntitySummary | null | undefined,
  current: string,
): AllTabs {
  const tabs: Tab[] = []
  const more: Tab[] = []
  for (const { id, label, fill } of panels) {
    const filled = summary && fill?.(summary)
    const isEmpty = filled === 0 || filled === false
    if (isEmpty && id !== current) more.push({ id, label })
    else tabs.push({ id, label, count: typeof filled === 'number' && filled > 0 ? filled : undefined })
  }
  return { tabs, more }
}
