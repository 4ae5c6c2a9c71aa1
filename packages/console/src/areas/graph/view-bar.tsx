import { Button } from '../../design/button.tsx'
import { Select } from '../../design/select.tsx'
import type { Folded } from './fold/fold.ts'
import type { Grouping } from './fold/groups.ts'
import styles from './graph-page.module.css'
import { type GraphSearch, reaches, type SetSearch } from './graph-search.ts'

const groupings: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: 'system', label: 'Group by system' },
  { value: 'domain', label: 'Group by domain' },
  { value: 'team', label: 'Group by team' },
  { value: 'none', label: 'No groups' },
]

const colourings = [
  { value: 'slo', label: 'Colour by SLO' },
  { value: 'owner', label: 'Colour by owner' },
  { value: 'tier', label: 'Colour by tier' },
]

const levels = [
  { value: 'services', label: 'Services' },
  { value: 'all', label: 'Every entity' },
]

interface ViewBarProps {
  readonly search: GraphSearch
  readonly setSearch: SetSearch
  readonly grouping: Grouping
  readonly folded: Folded
}

/** How what is shown is drawn. */
export function ViewBar({ search, setSearch, grouping, folded }: ViewBarProps) {
  const groups = folded.boxes.filter(({ kind }) => kind === 'group')
  const isAllOpen = groups.every(({ isOpen }) => isOpen)
  const set = (changes: Readonly<Record<string, unknown>>) => setSearch(changes, { replace: true })
  return (
    <div className={styles.bar} role="toolbar" aria-label="View">
      {search.isImpact && (
        <div className={styles.select}>
          <Select
            aria-label="How far"
            value={String(search.reach ?? '')}
            options={reaches}
            onChange={(value) => set({ reach: value === '' ? undefined : Number(value) })}
          />
        </div>
      )}
      {search.view !== 'list' && (
        <>
          <div className={styles.select}>
            <Select
              aria-label="Detail"
              value={search.level}
              options={levels}
              onChange={(level) => set({ level: level === 'services' ? undefined : level, at: undefined })}
            />
          </div>
          <div className={styles.wideSelect}>
            <Select
              aria-label="Group by"
              value={grouping}
              options={groupings}
              onChange={(group) => set({ group, open: undefined, at: undefined })}
            />
          </div>
          <div className={styles.wideSelect}>
            <Select
              aria-label="Colour by"
              value={search.colouring}
              options={colourings}
              onChange={(colour) => set({ colour: colour === 'slo' ? undefined : colour })}
            />
          </div>
          {groups.length > 0 && (
            <Button look="quiet" onClick={() => set({ open: isAllOpen ? 'none' : 'all', at: undefined })}>
              {isAllOpen ? 'Collapse all' : 'Expand all'}
            </Button>
          )}
          <span className={styles.drawn}>{drawnInWords(folded)}</span>
        </>
      )}
    </div>
  )
}

function drawnInWords({ boxes, links }: Folded): string {
  const shown = boxes.filter(({ isOpen }) => !isOpen).length
  return `${shown.toLocaleString()} ${shown === 1 ? 'box' : 'boxes'}, ${links.length.toLocaleString()} ${links.length === 1 ? 'connection' : 'connections'}`
}
