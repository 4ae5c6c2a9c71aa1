import type { PartitionId } from '../partition-id.ts'
import { insertInto, texts } from '../row-statement.ts'
import { first, type Sql } from '../sql.ts'

export interface KeyPlace {
  readonly partitionId: PartitionId
  readonly credentialId: string
  readonly key: string
}

export interface StoredAnswer {
  readonly fingerprint: string
  readonly answer: string
}

export async function findAnswer(
  sql: Sql,
  place: KeyPlace,
  since: string,
): Promise<StoredAnswer | undefined> {
  const row = await first(
    sql,
    `select fingerprint, answer from idempotency_keys
     where partition_id = ? and credential_id = ? and key = ? and created_at > ?`,
    [place.partitionId, place.credentialId, place.key, since],
  )
  return row && { fingerprint: String(row.fingerprint), answer: String(row.answer) }
}

export async function keepAnswer(sql: Sql, place: KeyPlace, kept: StoredAnswer, at: string): Promise<void> {
  const row = [place.partitionId, place.credentialId, place.key, kept.fingerprint, kept.answer, at]
  await sql.write([{ statement: answerUpsert, rows: [row] }])
}

const answerUpsert = insertInto(
  'idempotency_keys',
  texts('partition_id', 'credential_id', 'key', 'fingerprint', 'answer', 'created_at'),
  `on conflict (partition_id, credential_id, key) do update
   set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
)

export async function forgetAnswers(sql: Sql, before: string): Promise<number> {
  return sql.run('delete from idempotency_keys where created_at <= ?', [before])
}
