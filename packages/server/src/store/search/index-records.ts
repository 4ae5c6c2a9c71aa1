import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { RowWrites } from '../row-statement.ts'
import type { Sql } from '../sql.ts'
import { tokensOf } from './tokens.ts'
import { wordsWritten } from './vocabulary.ts'

type Fields = Readonly<Record<string, unknown>>

/** Makes the index hold what these records are, and nothing of those that are gone. */
export async function indexRecords(
  tx: Sql,
  { partitionId, kind }: { readonly partitionId: PartitionId; readonly kind: Kind },
  { records, gone = [] }: { readonly records: readonly Fields[]; readonly gone?: readonly string[] },
): Promise<void> {
  const { add, remove } = tx.dialect.texts
  const tokens = records.map((record) => [
    partitionId,
    String(record.id),
    tokensOf(partitionId, kind, record),
  ])
  const writes: RowWrites[] = [
    ...add.map((statement) => ({
      statement,
      rows: tokens.map((row) => row.slice(0, statement.columns.length)),
    })),
    wordsWritten(partitionId, kind, records),
    ...remove.map((statement) => ({ statement, rows: gone.map((id) => [partitionId, id]) })),
  ]
  await tx.write(writes.filter(({ rows }) => rows.length > 0))
}
