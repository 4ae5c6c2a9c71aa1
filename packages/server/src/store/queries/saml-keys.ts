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
  /** Null if it has never been used to sign. */
  readonly signsSince: string | null
}

/** The one that svc signs with first, then the newest. */
export async function samlKeysOf(sql: Sql, homeId: PartitionId): Promise<readonly SamlKey[]> {
  const rows = await sql.all(
    `select id, certificate, private_key, created_at, signs_since from saml_keys where partition_id = ?
     order by coalesce(signs_since, '') desc, created_at desc, id desc`,
    [homeId],
  )
  return rows.map(({ id, certificate, private_key, created_at, signs_since }) => ({
    id: String(id),
    certificate: String(certificate),
    privateKey: String(private_key),
    createdAt: String(created_at),
    signsSince: signs_since === null ? null : String(signs_since),
  }))
}

export async function insertSamlKey(
  sql: Sql,
  homeId: PartitionId,
  { id, certificate, privateKey, createdAt, signsSince }: SamlKey,
): Promise<void> {
  await sql.run(
    `insert into saml_keys (partition_id, id, certificate, private_key, created_at, signs_since)
     values (?, ?, ?, ?, ?, ?)`,
    [homeId, id, certificate, privateKey, createdAt, signsSince],
  )
}

export async function signWithSamlKey(
  sql: Sql,
  homeId: PartitionId,
  { id, signsSince }: Pick<SamlKey, 'id' | 'signsSince'>,
): Promise<void> {
  await sql.run('update saml_keys set signs_since = ? where partition_id = ? and id = ?', [
    signsSince,
    homeId,
    id,
  ])
}

export async function removeSamlKey(sql: Sql, homeId: PartitionId, id: string): Promise<void> {
  await sql.run('delete from saml_keys where partition_id = ? and id = ?', [homeId, id])
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
