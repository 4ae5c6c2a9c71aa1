import type { Fields } from '@svc/client'
import { type Kind, maxFacetValues, severalOfKind } from '@svc/model'
import { useState } from 'react'
import { useFacets } from '../../api/facets.ts'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { ListEmpty } from '../list-empty.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { type GroupBy, groupsIn, isCut, queryOf } from './group-by.ts'
import { GroupSection, type SharedRows } from './group-section.tsx'
import styles from './groups.module.css'

interface GroupedRowsProps {
  readonly kind: Kind
  readonly by: GroupBy
  readonly rows: SharedRows
  onLoaded(group: string, rows: readonly Fields[]): void
}

/** So many groups are open until somebody opens others. */
const openAtFirst = 3
const figure = new Intl.NumberFormat()

/** The list by the values of one of its fields, each value with its own rows, which are read as they come into view. */
export function GroupedRows({ kind, by, rows, onLoaded }: GroupedRowsProps) {
  const { sort: _, ...narrowing } = rows.state.query
  const { data, isPending, error, refetch } = useFacets(kind, narrowing)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  if (isPending) return <ListSkeleton />
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />
  const found = data.facets[by.name] ?? []
  if (data.total === 0) return <ListEmpty kind={kind} state={rows.state} />
  return (
    <div className={styles.groups}>
      {groupsIn(by, found, rows.state.sorting).map((group, place) => {
        const key = JSON.stringify(group.value)
        return (
          <GroupSection
            key={key}
            kind={kind}
            by={by}
            group={group}
            count={`${data.isExact ? '' : '≥ '}${figure.format(group.count)}`}
            query={queryOf(by, group, rows.state.query)}
            rows={rows}
            isOpen={place < openAtFirst !== toggled.has(key)}
            onToggle={() => setToggled((before) => before.symmetricDifference(new Set([key])))}
            onLoaded={(loaded) => onLoaded(key, loaded)}
          />
        )
      })}
      {isCut(found) && (
        <Note tone="info">
          These are the {maxFacetValues} most common values. Filter the list to see the others.
        </Note>
      )}
      <p className={styles.total} role="status">
        {data.isExact
          ? `${figure.format(data.total)} ${data.total === 1 ? kind.noun : severalOfKind(kind)}`
          : `At least ${figure.format(data.total)} ${severalOfKind(kind)}: only the newest are counted, so there may be further groups.`}
        {by.field.type === 'texts' && ' One with several values is in several groups.'}
      </p>
    </div>
  )
}
