import { kinds, type VaultUse } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Actor } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { first } from '../../store/sql.ts'

export interface NotedUse {
  readonly partitionId: string
  readonly secretId: string
  readonly use: VaultUse
  readonly outcome: 'used' | 'use_refused'
  readonly actor: Actor
}

const systemActor: Actor = { type: 'system', id: null, name: 'svc' }
export const actorOr = (actor: Actor | undefined): Actor => actor ?? systemActor

const intervalMs = 3_600_000
const maxRemembered = 10_000

/** Puts each use and each refusal of a vault value into the log, once an hour over all processes. */
export function createUseLog(store: Store, now: () => Date) {
  // Saves asking the database each time; what another process has logged is found there.
  const remembered = new Map<string, number>()

  return async (noted: NotedUse): Promise<void> => {
    const { partitionId, secretId, use, outcome, actor } = noted
    const key = JSON.stringify([partitionId, secretId, use.type, use.host, outcome])
    const at = now().getTime()
    if (isRecent(remembered.get(key), at)) return
    await store.write({ partitionId, actor, now }, (change) => logOnce(change, noted))
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, at)
  }
}

export type UseLog = ReturnType<typeof createUseLog>

async function logOnce(change: Change, { secretId, use, outcome }: NotedUse): Promise<void> {
  // Deleted a moment ago: the log has that.
  if (!(await change.find(kinds.secret, secretId))) return
  const key = [change.partitionId, secretId, use.type, use.host ?? '', outcome]
  const row = await first(
    change.sql,
    `select logged_at from secret_uses
     where partition_id = ? and secret_id = ? and type = ? and host = ? and outcome = ?`,
    key,
  )
  if (isRecent(row && Date.parse(String(row.logged_at)), Date.parse(change.at))) return
  await change.sql.run(
    `insert into secret_uses (partition_id, secret_id, type, host, outcome, logged_at) values (?, ?, ?, ?, ?, ?)
     on conflict (partition_id, secret_id, type, host, outcome) do update set logged_at = excluded.logged_at`,
    [...key, change.at],
  )
  await change.log(`secret.${outcome}`, { kind: kinds.secret.name, id: secretId }, null, { ...use })
}

/** A time ahead of now is that of a wrong clock, and counts for nothing. */
const isRecent = (loggedAt: number | undefined, now: number): boolean =>
  loggedAt !== undefined && loggedAt <= now && now - loggedAt < intervalMs
