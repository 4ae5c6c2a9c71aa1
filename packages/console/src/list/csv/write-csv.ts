import type { Client, Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { nameLoaderFor } from '../../api/names.ts'
import { readPage } from '../../api/read-page.ts'
import type { Column } from '../columns.ts'
import { summaryKey, summaryLoaderFor } from '../summaries/summaries.ts'
import type { SummaryColumn } from '../summaries/summary-columns.ts'
import { summaryWords } from '../summaries/summary-words.ts'
import { csvLine } from './csv-line.ts'

/** More than any list of a catalog, and what a spreadsheet still opens. */
export const maxCsvRows = 50_000
const pageSize = 500

interface CsvJob {
  readonly client: Client
  readonly kind: Kind
  readonly columns: readonly Column[]
  readonly query: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  onProgress(rows: number): void
}

export interface Csv {
  readonly parts: readonly string[]
  readonly rows: number
  /** Whether every row that matches is in it. */
  readonly isWhole: boolean
}

type Value = string | number | boolean | null

/** All rows that match, page by page, with the columns that are shown and the id. */
export async function writeCsv(job: CsvJob): Promise<Csv> {
  const { client, kind, columns, query, signal, onProgress } = job
  const parts = [csvLine([...columns.map(({ label }) => label), 'Id'])]
  let rows = 0
  let cursor: string | undefined
  do {
    const page = await readPage(client, kind, { query, limit: pageSize, cursor }, { signal })
    const lines = await Promise.all(
      page.items.map(async (row) => {
        const values = await Promise.all(columns.map((column) => cellValue(job, column, row)))
        return csvLine([...values, String(row.id)])
      }),
    )
    signal.throwIfAborted()
    parts.push(lines.join(''))
    rows += page.items.length
    cursor = page.nextCursor ?? undefined
    onProgress(rows)
  } while (cursor && rows < maxCsvRows)
  return { parts, rows, isWhole: !cursor }
}

async function cellValue({ client, kind }: CsvJob, column: Column, row: Fields): Promise<Value> {
  if (column.isSummed) {
    const summary = await summaryLoaderFor(client)(summaryKey(kind, String(row.id)))
    return summary && summaryWords[column.key as SummaryColumn](summary).text
  }
  const value = row[column.key] ?? null
  const { type, traits } = column.field
  if (value === null) return null
  if (type === 'ref') return nameOf(client, String(value))
  if (type === 'refs') {
    const ids = (value as readonly unknown[]).map(String)
    return (await Promise.all(ids.map((id) => nameOf(client, id)))).join('; ')
  }
  if (Array.isArray(value) && type === 'texts') return value.join('; ')
  if (typeof value === 'number') return traits.unit === 'cents' ? value / 100 : value
  if (typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value)
}

const nameOf = async (client: Client, id: string): Promise<string> =>
  (await nameLoaderFor(client)(id))?.name ?? id
