import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { useEffect, useRef, useState } from 'react'
import { useFacets } from '../../api/facets.ts'
import { Button } from '../../design/button.tsx'
import { tellTrouble } from '../../design/toast.tsx'
import { said } from '../../design/trouble.ts'
import styles from './bulk.module.css'

/** The rows of a list that are not loaded yet. */
export interface MoreRows {
  /** What the list is narrowed to. */
  readonly query: Readonly<Record<string, string>>
  readonly hasMore: boolean
  /** All rows with one page more, and whether there are others still. */
  load(): Promise<{
    readonly rows: readonly Fields[]
    readonly hasMore: boolean
    readonly error: Error | null
  }>
}

interface SelectAllProps {
  readonly kind: Kind
  readonly more: MoreRows
  readonly rows: readonly Fields[]
  readonly selected: ReadonlySet<string>
  onSelect(ids: ReadonlySet<string>): void
}

/** So many that a browser holds them without trouble. */
const maxSelected = 20_000

const figure = new Intl.NumberFormat()
const idOf = ({ id }: Fields): string => String(id)

/** Once all loaded rows are selected: those that match and are not loaded yet as well. */
export function SelectAll({ kind, more, rows, selected, onSelect }: SelectAllProps) {
  const { sort: _, ...narrowing } = more.query
  const { data } = useFacets(kind, narrowing)
  const [loaded, setLoaded] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const stopped = useRef(false)
  const about = JSON.stringify(narrowing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun for another list is not finished.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [about],
  )

  const selectAll = async () => {
    stopped.current = false
    let found = await more.load()
    while (found.hasMore && !found.error && !stopped.current && found.rows.length < maxSelected) {
      setLoaded(found.rows.length)
      found = await more.load()
    }
    setLoaded(null)
    if (stopped.current) return
    if (found.error) return tellTrouble('Not all could be selected', said(found.error))
    onSelect(new Set(found.rows.slice(0, maxSelected).map(idOf)))
    if (data?.isExact && !found.hasMore && data.total !== found.rows.length)
      setNote(`The list has changed: ${figure.format(found.rows.length)} match now.`)
  }
  if (loaded !== null)
    return (
      <>
        <progress
          className={styles.progress}
          value={loaded}
          max={data?.total}
          aria-label="Loading all rows"
        />
        <span role="status">{figure.format(loaded)} loaded…</span>
        <Button
          onClick={() => {
            stopped.current = true
            setLoaded(null)
          }}
        >
          Stop
        </Button>
      </>
    )
  if (note) return <span role="status">{note}</span>
  if (!more.hasMore || selected.size < rows.length) return null
  const isTooMany = (data?.total ?? 0) > maxSelected
  return (
    <Button look="quiet" onClick={() => void selectAll()}>
      {isTooMany
        ? `Select the first ${figure.format(maxSelected)}`
        : data
          ? `Select all ${data.isExact ? '' : 'of at least '}${figure.format(data.total)}`
          : 'Select all that match'}
    </Button>
  )
}
