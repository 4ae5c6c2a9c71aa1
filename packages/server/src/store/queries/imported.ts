import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'

/** Where a record came from, so that the next run of the import finds it again. */
export interface Imported {
  /** What the source calls it: `component:default/checkout`. */
  readonly ref: string
  readonly source: string
  readonly kind: string
  readonly recordId: string
  /** The fields that the source sets. */
  readonly owned: readonly string[]
  /** When it was first missed in its source; null while it is there. */
  readonly goneSince: string | null
}

const columns = 'ref, source, kind, record_id, owned, gone_since'

export async function listImported(sql: Sql, partitionId: PartitionId): Promise<readonly Imported[]> {
  const rows = await sql.all(`select ${columns} from imported where partition_id = ? order by ref`, [
    partitionId,
  ])
  return rows.map(toImported)
}

/** The next ones after a reference, in order. */
export async function importedAfter(
  sql: Sql,
  partitionId: PartitionId,
  ref: string,
  limit: number,
): Promise<readonly Imported[]> {
  const text = `select ${columns} from imported where partition_id = ? and ref > ? order by ref limit ?`
  return (await sql.all(text, [partitionId, ref, limit])).map(toImported)
}

/** The references that were imported before. */
export async function findImported(
  sql: Sql,
  partitionId: PartitionId,
  refs: readonly string[],
): Promise<readonly Imported[]> {
  const text = `select ${columns} from imported where partition_id = ? and ${sql.dialect.oneOf('ref')}`
  return (await sql.all(text, [partitionId, JSON.stringify(refs)])).map(toImported)
}

/** In one statement: an import writes a whole batch at once. */
export async function putImported(
  tx: Sql,
  partitionId: PartitionId,
  rows: readonly Imported[],
): Promise<void> {
  if (rows.length === 0) return
  const marks = rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')
  await tx.run(
    `insert into imported (partition_id, ${columns}) values ${marks}
     on conflict (partition_id, ref) do update set source = excluded.source, kind = excluded.kind,
       record_id = excluded.record_id, owned = excluded.owned, gone_since = excluded.gone_since`,
    rows.flatMap((one) => [
      ...[partitionId, one.ref, one.source, one.kind, one.recordId, JSON.stringify(one.owned)],
      one.goneSince,
    ]),
  )
}

export async function forgetImported(tx: Sql, partitionId: PartitionId, ref: string): Promise<void> {
  await tx.run('delete from imported where partition_id = ? and ref = ?', [partitionId, ref])
}

const toImported = ({ ref, source, kind, record_id, owned, gone_since }: Row): Imported => ({
  ref: String(ref),
  source: String(source),
  kind: String(kind),
  recordId: String(record_id),
  owned: JSON.parse(String(owned)),
  goneSince: gone_since === null ? null : String(gone_since),
})
