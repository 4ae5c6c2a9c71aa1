import type { Mode, Scope } from '@svc/model'
import { type PartitionId, readPartitionId } from '../partition-id.ts'
import { first, type Sql, textOrNull } from '../sql.ts'

/** Programs without a browser of their own that wait until somebody enters their code. */

export interface DeviceRequest {
  readonly client: string
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  readonly agent: string | null
  readonly address: string | null
  readonly status: 'pending' | 'approved' | 'denied' | 'used'
  /** What was approved; null until then. */
  readonly grant: { readonly homeId: PartitionId; readonly id: string } | null
  /** How long it has to wait before it asks again. */
  readonly intervalSeconds: number
  readonly polledAt: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

/** A request together with the digest that it is stored under. */
export interface FoundDeviceRequest extends DeviceRequest {
  readonly digest: string
}

const columns =
  'digest, client, mode, scopes, agent, address, status, partition_id, grant_id, interval_seconds, polled_at, ' +
  'created_at, expires_at'

export async function insertDeviceRequest(
  sql: Sql,
  { digest, userCode }: { readonly digest: string; readonly userCode: string },
  request: Omit<DeviceRequest, 'status' | 'grant' | 'polledAt'>,
): Promise<boolean> {
  const { client, mode, scopes, agent, address, intervalSeconds, createdAt, expiresAt } = request
  const rows = await sql.run(
    `insert into device_requests (digest, user_code, client, mode, scopes, agent, address, status,
       interval_seconds, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?) on conflict (user_code) do nothing`,
    [
      ...[digest, userCode, client, mode, JSON.stringify(scopes), agent, address],
      ...[intervalSeconds, createdAt, expiresAt],
    ],
  )
  return rows > 0
}

export const findByDeviceCode = (sql: Sql, digest: string): Promise<FoundDeviceRequest | undefined> =>
  find(sql, 'digest', digest)

/** By the digest of what a person typed. */
export const findByUserCode = (sql: Sql, digest: string): Promise<FoundDeviceRequest | undefined> =>
  find(sql, 'user_code', digest)

async function find(
  sql: Sql,
  column: 'digest' | 'user_code',
  value: string,
): Promise<FoundDeviceRequest | undefined> {
  const row = await first(sql, `select ${columns} from device_requests where ${column} = ?`, [value])
  return (
    row && {
      digest: String(row.digest),
      client: String(row.client),
      mode: row.mode as Mode,
      scopes: JSON.parse(String(row.scopes)),
      agent: textOrNull(row.agent),
      address: textOrNull(row.address),
      status: row.status as DeviceRequest['status'],
      grant:
        row.grant_id === null
          ? null
          : { homeId: readPartitionId(row.partition_id), id: String(row.grant_id) },
      intervalSeconds: Number(row.interval_seconds),
      polledAt: textOrNull(row.polled_at),
      createdAt: String(row.created_at),
      expiresAt: String(row.expires_at),
    }
  )
}

export const notePoll = (
  sql: Sql,
  digest: string,
  { at, intervalSeconds }: { readonly at: string; readonly intervalSeconds: number },
): Promise<number> =>
  sql.run('update device_requests set polled_at = ?, interval_seconds = ? where digest = ?', [
    at,
    intervalSeconds,
    digest,
  ])

/** Whether it still waited: of two decisions at the same time only one counts. */
export const decideDeviceRequest = async (
  sql: Sql,
  digest: string,
  grant: NonNullable<DeviceRequest['grant']> | null,
): Promise<boolean> =>
  (await sql.run(
    `update device_requests set status = ?, partition_id = ?, grant_id = ? where digest = ? and status = 'pending'`,
    [grant ? 'approved' : 'denied', grant?.homeId ?? null, grant?.id ?? null, digest],
  )) > 0

/** Whether this was the first use of what was approved. */
export const useDeviceRequest = async (sql: Sql, digest: string): Promise<boolean> =>
  (await sql.run(`update device_requests set status = 'used' where digest = ? and status = 'approved'`, [
    digest,
  ])) > 0
