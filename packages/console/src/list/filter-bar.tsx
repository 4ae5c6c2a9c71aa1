import {
  facetKinds,
  fieldLabel,
  filtersOf,
  inWords,
  type Kind,
  none,
  queryKeysOf,
  severalOfKind,
  takesQuery,
} from '@svc/model'
import { Columns3, ListFilter, Rows3, X } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { useName } from '../api/names.ts'
import { Button } from '../design/button.tsx'
import { CheckLine } from '../design/checkbox.tsx'
import { OnDemand } from '../design/on-demand.tsx'
import { useAreaParts } from '../values/area-parts.ts'
import styles from './filter-bar.module.css'
import { QueryInput } from './query/query-input.tsx'
import { shownList } from './shown-list.ts'
import type { ColumnChoice } from './use-columns.ts'
import type { ListState } from './use-list-state.ts'

interface FilterBarProps {
  readonly kind: Kind
  readonly state: ListState
  readonly columns: ColumnChoice
  /** Further things to do with the list. */
  readonly actions?: ReactNode
}

const loadFilters = () => import('./filters.tsx')
const loadColumnChooser = () => import('./column-chooser.tsx')
const Filters = lazy(async () => ({ default: (await loadFilters()).Filters }))
const loadGroupChooser = () => import('./groups/group-chooser.tsx')
const GroupChooser = lazy(async () => ({ default: (await loadGroupChooser()).GroupChooser }))
const ColumnChooser = lazy(async () => ({ default: (await loadColumnChooser()).ColumnChooser }))

const filterButton = (
  <Button>
    <ListFilter aria-hidden />
    Filter
  </Button>
)
const groupButton = (
  <Button look="quiet" square aria-label="Group by" title="Group by">
    <Rows3 aria-hidden />
  </Button>
)
const columnsButton = (
  <Button look="quiet" square aria-label="Columns" title="Columns">
    <Columns3 aria-hidden />
  </Button>
)

/** Search, filters and columns of a list. */
export function FilterBar({ kind, state, columns, actions }: FilterBarProps) {
  const { hiddenBy } = kind
  const { Keep } = useAreaParts().lists
  const names = Object.keys(filtersOf(kind)).filter((name) => name !== 'q' && name !== hiddenBy)
  const active = Object.entries(state.filters).filter(([name]) => name !== hiddenBy)
  return (
    <div className={styles.bar}>
      {takesQuery(kind) && (
        <QueryInput
          className={styles.search}
          kind={kind}
          label={`Search ${severalOfKind(kind)}`}
          placeholder={`Search ${severalOfKind(kind)}, or filter: ${exampleOf(kind)}`}
          sought={state.text}
          onAsk={state.ask}
        />
      )}
      {names.length > 0 && (
        <OnDemand button={filterButton} opens="dialog" load={loadFilters}>
          <Filters kind={kind} names={names} state={state} button={filterButton} />
        </OnDemand>
      )}
      {active.map(([name, value]) => (
        <Chip key={name} kind={kind} name={name} value={value} onRemove={() => state.set({ [name]: null })} />
      ))}
      {active.length > 1 && (
        <Button look="quiet" onClick={state.clear}>
          Clear all
        </Button>
      )}
      <div className={styles.end}>
        {hiddenBy && (
          <CheckLine
            checked={state.filters[hiddenBy] === 'all'}
            onChange={(event) => state.set({ [hiddenBy]: event.target.checked ? 'all' : null })}
          >
            Show {hiddenBy}
          </CheckLine>
        )}
        {facetKinds.includes(kind) && (
          <OnDemand button={groupButton} opens="menu" load={loadGroupChooser}>
            <GroupChooser kind={kind} state={state} button={groupButton} />
          </OnDemand>
        )}
        <OnDemand button={columnsButton} opens="dialog" load={loadColumnChooser}>
          <ColumnChooser columns={columns} button={columnsButton} />
        </OnDemand>
        <Keep list={shownList(kind, state, columns)} />
        {actions}
      </div>
    </div>
  )
}

/** A key that people are likely to want. */
const exampleOf = (kind: Kind): string => {
  const [key] = queryKeysOf(kind)
  return key ? `${key.key}:…` : '…'
}

interface ChipProps {
  readonly kind: Kind
  readonly name: string
  readonly value: string
  onRemove(): void
}

function Chip({ kind, name, value, onRemove }: ChipProps) {
  const isRef = kind.fields[name]?.type === 'ref' && value !== none
  const { data } = useName(isRef ? value : null)
  const shownValue = isRef
    ? (data?.name ?? value)
    : kind.fields[name]?.type === 'enum'
      ? inWords(value)
      : value
  return (
    <span className={styles.chip}>
      <span className={styles.of}>{fieldLabel(kind, name)}</span>
      {shownValue}
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove the filter ${fieldLabel(kind, name)}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </span>
  )
}
