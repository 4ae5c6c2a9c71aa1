import { type PartitionId, readPartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

export interface WebhookPlace {
  readonly partitionId: PartitionId
  readonly webhookId: string
}

/** Enabled webhooks that are not at the end of their log: behind it, or beyond it if the database has gone back. */
export async function webhooksBehind(sql: Sql): Promise<readonly WebhookPlace[]> {
  const rows = await sql.all(
    `select w.partition_id, w.id from webhooks w join partitions p on p.id = w.partition_id
     where w.status = 'enabled' and p.last_seq <> w.position order by w.partition_id, w.id`,
  )
  return rows.map((row) => ({ partitionId: readPartitionId(row.partition_id), webhookId: String(row.id) }))
}

/** Kept out of the record's revisions: a delivery does not change the webhook. Never moves back. */
export async function moveWebhook(
  tx: Sql,
  { partitionId, webhookId }: WebhookPlace,
  position: number,
): Promise<void> {
  await tx.run('update webhooks set position = ? where partition_id = ? and id = ? and position < ?', [
    position,
    partitionId,
    webhookId,
    position,
  ])
}

/** Moves a webhook that is beyond the end of its log back to the end; false if it is not. */
export async function returnWebhook(tx: Sql, { partitionId, webhookId }: WebhookPlace): Promise<boolean> {
  const end = '(select last_seq from partitions where id = ?)'
  const text = `update webhooks set position = ${end} where partition_id = ? and id = ? and position > ${end}`
  return (await tx.run(text, [partitionId, partitionId, webhookId, partitionId])) > 0
}

/** The same secrets, re-encrypted: not a visible change. */
export async function resealWebhook(
  tx: Sql,
  { partitionId, webhookId }: WebhookPlace,
  { secret, oldSecret }: { readonly secret: string; readonly oldSecret: string | null },
): Promise<void> {
  await tx.run('update webhooks set secret = ?, old_secret = ? where partition_id = ? and id = ?', [
    secret,
    oldSecret,
    partitionId,
    webhookId,
  ])
}

export async function partitionsWithDeliveries(sql: Sql): Promise<readonly PartitionId[]> {
  const rows = await sql.all('select distinct partition_id from webhooks')
  return rows.map(({ partition_id }) => readPartitionId(partition_id))
}

/** Removes deliveries whose ids sort before another, i.e. older ones. */
export async function removeDeliveries(
  tx: Sql,
  partitionId: PartitionId,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> {
  return tx.run(
    `delete from webhook_deliveries where partition_id = ? and id in (
       select id from webhook_deliveries where partition_id = ? and id < ? and status <> 'pending' limit ?
     )`,
    [partitionId, partitionId, before, limit],
  )
}
