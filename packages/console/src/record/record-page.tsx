import { CatalogError, capital, type Kind, severalOfKind } from '@svc/model'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { useRecord } from '../api/records.ts'
import { useSummary } from '../api/summaries.ts'
import { buttonClass } from '../design/button.tsx'
import { Problem } from '../design/problem.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { Tabs } from '../design/tabs.tsx'
import { type Panel, type RecordProps, useAreaParts } from '../values/area-parts.ts'
import { summarisedAs } from '../values/summarised.ts'
import { useMaySeeHistory } from '../values/use-history.ts'
import { panelsOf } from './panels.ts'
import { tabsOf } from './tabs-of.ts'
import { RecordHead } from './record-head.tsx'
import styles from './record-page.module.css'

/** The page of a record: each panel has its own address. */
export function RecordPage({ kind }: { readonly kind: Kind }) {
  const { id = '' } = useParams({ strict: false })
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const found = useRecord(kind, id)
  const { data: summary } = useSummary(summarisedAs(kind.name, id))
  const panels = panelsOf(kind, { panels: useAreaParts().panels, hasHistory: useMaySeeHistory(kind) })
  // It may have been deleted meanwhile, or this role may have lost access; any other error may be temporary.
  if (found.error && (!found.data || isGone(found.error))) {
    const list: string = kind.path
    return (
      <Problem
        isPage
        title={isMissing(found.error) ? `${capital(kind.noun)} not found` : undefined}
        error={found.error}
        onRetry={() => void found.refetch()}
        actions={
          <Link to={list} className={buttonClass('secondary')}>
            All {severalOfKind(kind)}
          </Link>
        }
      />
    )
  }
  if (!found.data) return <Skeleton rows={10} />
  const current = panels.find((panel) => panel.id === tab) ?? panels[0]
  if (!current) return null
  const Shown = shownBy(current)
  return (
    <>
      <RecordHead kind={kind} record={found.data.record} />
      <Tabs {...tabsOf(panels, summary, current.id)} current={current.id} label="Parts of this page" />
      <div className={styles.panel}>
        <Suspense key={current.id} fallback={<Skeleton />}>
          <Shown key={id} kind={kind} record={found.data.record} />
        </Suspense>
      </div>
    </>
  )
}

const isMissing = (error: unknown): boolean => error instanceof CatalogError && error.code === 'not_found'

const isGone = (error: unknown): boolean =>
  isMissing(error) || (error instanceof CatalogError && error.code === 'forbidden')

const lazyPanels = new WeakMap<Panel, LazyExoticComponent<ComponentType<RecordProps>>>()

/** The same component for the same panel, so that it is not remounted with every response. */
function shownBy(panel: Panel): LazyExoticComponent<ComponentType<RecordProps>> {
  const known = lazyPanels.get(panel)
  if (known) return known
  const lazyPanel = lazy(panel.load)
  lazyPanels.set(panel, lazyPanel)
  return lazyPanel
}
