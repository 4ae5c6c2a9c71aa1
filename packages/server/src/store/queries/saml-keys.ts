import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'

/** The key pairs with which organisations take part in SAML. */
export interface SamlKey {
  readonly id: string
  /** In PEM format. */
  readonly certificate: string
  /** Sealed under a master key. */
  readonly privateKey: string
  readonly createdAt: string
}

/** The newest first. */
export async function samlKeysOf(sql: Sql, homeId: PartitionId): Promise<readonly SamlKey[]> {
  const rows = await sql.all(
    'select id, certificate, private_key, created_at from saml_keys where partition_id = ? order by created_at desc, id desc',
    [homeId],
  )
  return rows.map(({ id, certificate, private_key, created_at }) => ({
    id: String(id),
    certificate: String(certificate),
    privateKey: String(private_key),
    createdAt: String(created_at),
  }))
}

export async function insertSamlKey(
  sql: Sql,
  homeId: PartitionId,
  { id, certificate, privateKey, createdAt }: SamlKey,
): Promise<void> {
  await sql.run(
    'insert into saml_keys (partition_id, id, certificate, private_key, created_at) values (?, ?, ?, ?, ?)',
    [homeId, id, certificate, privateKey, createdAt],
  )
}

export async function resealSamlKey(
  sql: Sql,
  homeId: PartitionId,
  { id, privateKey }: Pick<SamlKey, 'id' | 'privateKey'>,
): Promise<void> {
  await sql.run('update saml_keys set private_key = ? where partition_id = ? and id = ?', [
    privateKey,
    homeId,
    id,
  ])
}
