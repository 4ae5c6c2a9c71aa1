import type { Sql } from '../sql.ts'

export interface KeyUse {
  /** What one of them is called. */
  readonly what: string
  readonly table: string
  /** Begins with the id of the master key. */
  readonly column: string
}

/** Everything that is encrypted under a master key. Add new uses here. */
export const keyUses: readonly KeyUse[] = [
  { what: 'vault value', table: 'secret_values', column: 'key_id' },
  { what: 'webhook secret', table: 'webhooks', column: 'secret' },
  { what: 'replaced webhook secret', table: 'webhooks', column: 'old_secret' },
  { what: 'TOTP secret', table: 'totp_secrets', column: 'secret' },
  { what: 'link in a mail', table: 'mails', column: 'secret' },
  { what: 'key for SAML', table: 'saml_keys', column: 'private_key' },
]

export interface KeyInUse {
  readonly keyId: string
  readonly what: string
  readonly count: number
}

const keyIdLength = 16

/** The master keys that the data of all organisations needs. */
export async function keysInUse(sql: Sql): Promise<readonly KeyInUse[]> {
  const found: KeyInUse[] = []
  for (const { what, table, column } of keyUses) {
    const rows = await sql.all(
      `select substr(${column}, 1, ${keyIdLength}) as key_id, count(*) as count from ${table}
       where ${column} is not null group by substr(${column}, 1, ${keyIdLength}) order by 1`,
    )
    found.push(...rows.map((row) => ({ keyId: String(row.key_id), what, count: Number(row.count) })))
  }
  return found
}
