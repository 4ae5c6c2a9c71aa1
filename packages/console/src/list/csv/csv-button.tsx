import { type Kind, severalOfKind } from '@svc/model'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { tell, tellTrouble } from '../../design/toast.tsx'
import { useMode } from '../../session/mode.tsx'
import type { Column } from '../columns.ts'
import type { ListState } from '../use-list-state.ts'
import { csvName, saveCsv } from './save-csv.ts'

interface CsvButtonProps {
  readonly kind: Kind
  readonly columns: readonly Column[]
  readonly state: ListState
}

const figure = new Intl.NumberFormat()

/** Downloads the list as it is shown: its filters, order and columns, and all rows that match. */
export function CsvButton({ kind, columns, state }: CsvButtonProps) {
  const { client } = useMode()
  const [rows, setRows] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async () => {
    const own = new AbortController()
    stop.current = own
    setRows(0)
    try {
      const { writeCsv } = await import('./write-csv.ts')
      const { query } = state
      const csv = await writeCsv({ client, kind, columns, query, signal: own.signal, onProgress: setRows })
      saveCsv(csv.parts, nameOfFile(kind, state, csv))
      tell(
        `${figure.format(csv.rows)} rows in the file`,
        csv.isWhole ? undefined : 'More match: the file has only the first ones.',
      )
    } catch (error) {
      if (!own.signal.aborted) tellTrouble('No file was made', error as Error)
    } finally {
      setRows(null)
    }
  }
  if (rows !== null)
    return (
      <Button onClick={() => stop.current?.abort()}>
        <span role="status">{figure.format(rows)} rows…</span> Stop
      </Button>
    )
  return (
    <Button
      look="quiet"
      square
      aria-label="Download as CSV"
      title="Download as CSV"
      onClick={() => void run()}
    >
      <Download aria-hidden />
    </Button>
  )
}

function nameOfFile(
  kind: Kind,
  { query }: ListState,
  { isWhole, rows }: { readonly isWhole: boolean; readonly rows: number },
): string {
  const { sort: _, ...narrowing } = query
  return csvName([severalOfKind(kind), ...Object.values(narrowing), ...(isWhole ? [] : [`first ${rows}`])])
}
