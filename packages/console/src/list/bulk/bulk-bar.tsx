import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { bulkFieldsOf, bulkShortcuts } from './bulk-fields.ts'
import { BulkResult } from './bulk-result.tsx'
import type { BulkProgress } from './bulk-run.ts'
import styles from './bulk.module.css'
import { type MoreRows, SelectAll } from './select-all.tsx'
import { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  readonly kind: Kind
  /** All that are loaded. */
  readonly rows: readonly Fields[]
  readonly selected: ReadonlySet<string>
  readonly more: MoreRows
  onSelect(ids: ReadonlySet<string>): void
}

const figure = new Intl.NumberFormat()

/** What can be done with the selected rows, and what was just done with them. */
export function BulkBar({ kind, rows, selected, more, onSelect }: BulkBarProps) {
  const [asked, setAsked] = useState<{ readonly key: string | null } | null>(null)
  const [ended, setEnded] = useState<{ readonly round: number; readonly how: BulkProgress } | null>(null)
  const bulk = useBulk(kind)
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(String(id))), [rows, selected])
  const hasOthers = bulkFieldsOf(kind).length > bulkShortcuts(kind).length
  const close = (end: BulkProgress | null) => {
    setAsked(null)
    bulk.reset()
    if (!end) return
    setEnded((last) => ({ round: (last?.round ?? 0) + 1, how: end }))
    // Those that could not be changed stay selected, for another try.
    onSelect(new Set(end.failures.map(({ record }) => String(record.id))))
  }
  return (
    <>
      {ended && (
        <BulkResult key={ended.round} kind={kind} ended={ended.how} onDismiss={() => setEnded(null)} />
      )}
      {selected.size > 0 && (
        <div className={styles.bar} role="toolbar" aria-label="Actions for the selected">
          <strong>{figure.format(selected.size)} selected</strong>
          <SelectAll kind={kind} more={more} rows={rows} selected={selected} onSelect={onSelect} />
          {bulkShortcuts(kind).map(({ key, label }) => (
            <Button key={key} onClick={() => setAsked({ key })}>
              {label}
            </Button>
          ))}
          {hasOthers && (
            <Button onClick={() => setAsked({ key: null })}>
              <Pencil aria-hidden />
              Change a field…
            </Button>
          )}
          <Button look="quiet" onClick={() => onSelect(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {asked && <BulkDialog kind={kind} rows={chosen} first={asked.key} bulk={bulk} onClose={close} />}
    </>
  )
}
