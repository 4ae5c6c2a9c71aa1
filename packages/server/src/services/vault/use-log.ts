import { kinds, type VaultUse } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { noteLoggedUse, useLoggedAt } from '../../store/queries/vault-uses.ts'

export interface NotedUse {
  readonly partitionId: PartitionId
  readonly secretId: string
  readonly use: VaultUse
  readonly outcome: 'used' | 'use_refused'
  readonly actor: Actor
}

const systemActor: Actor = { type: 'system', id: null, name: 'svc' }
export const actorOr = (actor: Actor | undefined): Actor => actor ?? systemActor

const intervalMs = 3_600_000
const maxRemembered = 10_000

/** Logs each use and each refusal of a vault value, at most once an hour over all processes. */
export function createUseLog(store: Store, now: () => Date) {
  // Saves a query each time; what another process has logged is found in the database.
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
  // It was just deleted, which is already logged.
  if (!(await change.find(kinds.secret, secretId))) return
  const logged = { secretId, ...use, outcome }
  const loggedAt = await change.run(useLoggedAt, change.partitionId, logged)
  if (isRecent(loggedAt === undefined ? undefined : Date.parse(loggedAt), Date.parse(change.at))) return
  await change.run(noteLoggedUse, change.partitionId, logged, change.at)
  await change.log(`secret.${outcome}`, { kind: kinds.secret.name, id: secretId }, null, { ...use })
}

/** A future time comes from a wrong clock and is ignored. */
const isRecent = (loggedAt: number | undefined, now: number): boolean =>
  loggedAt !== undefined && loggedAt <= now && now - loggedAt < intervalMs
