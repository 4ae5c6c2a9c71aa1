import { kinds } from '@svc/model'
import { Boxes, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { FilterBar } from '../../list/filter-bar.tsx'
import { NewLink } from '../../list/new-link.tsx'
import styles from '../../list/list-page.module.css'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { Rows } from '../../list/rows.tsx'
import { sorted } from '../../list/sorted.ts'
import { useColumns } from '../../list/use-columns.ts'
import { useListState } from '../../list/use-list-state.ts'
import { withInactiveLast } from '../../list/usual-sort.ts'
import { CatalogViews } from './catalog-views.tsx'
import { everything, kindOfId } from './everything.ts'
import { useEverything } from './use-everything.ts'

const count = new Intl.NumberFormat()
/** So few that they are loaded at once: rows that somebody has passed do not move. */
const maxAtOnce = 100

/** One list over all kinds of the catalog. */
export function EverythingPage() {
  const state = useListState(everything)
  const columns = useColumns(everything)
  const { rows: loaded, isWhole, isPending, error, onEnd, retry } = useEverything(state)
  const { sorting, served, isUsualOrder } = state
  const isSortedHere = isWhole && sorting !== null && !served
  const rows = useMemo(() => {
    if (isSortedHere) return sorted(everything, loaded, sorting)
    return isUsualOrder && isWhole && loaded.length <= maxAtOnce ? withInactiveLast(loaded) : loaded
  }, [loaded, isSortedHere, sorting, isUsualOrder, isWhole])
  return (
    <div className={styles.page}>
      <PageHead title="Catalog" lead={everything.about} actions={<CatalogViews />} />
      <FilterBar kind={everything} state={state} columns={columns} />
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : isPending ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <Nothing isNarrowed={state.isNarrowed} onClear={state.clear} />
      ) : (
        <>
          <Rows
            kind={everything}
            kindOf={({ id }) => kindOfId(id) ?? everything}
            columns={columns.shown}
            isDefault={columns.isDefault}
            rows={rows}
            state={state}
            isWhole={isWhole}
            onEnd={onEnd}
          />
          <p className={styles.count} role="status">
            {count.format(rows.length)} {isWhole ? 'in total' : 'loaded, more as you scroll'}
          </p>
        </>
      )}
    </div>
  )
}

const Nothing = ({ isNarrowed, onClear }: { readonly isNarrowed: boolean; onClear(): void }) => (
  <div className={styles.frame}>
    {isNarrowed ? (
      <Empty
        icon={SearchX}
        title="Nothing matches"
        actions={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Try other words or fewer filters.
      </Empty>
    ) : (
      <Empty icon={Boxes} title="The catalog is empty" actions={<NewLink kind={kinds.project} />}>
        Projects, APIs, resources, systems, domains and teams appear here together once you add some.
      </Empty>
    )}
  </div>
)
