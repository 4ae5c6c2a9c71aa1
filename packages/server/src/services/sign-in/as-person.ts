import type { Kinds, Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'

interface Place {
  readonly store: Store
  readonly now: () => Date
  readonly homeId: PartitionId
  readonly user: Stored<Kinds['user']>
}

/** Writes as the person concerned, so that the log names them as the actor. */
export function writeAs<T>(
  { store, now, homeId, user }: Place,
  run: (change: Change) => Promise<T>,
): Promise<T> {
  const actor = { type: 'user', id: user.id, name: user.displayName ?? user.email ?? user.id } as const
  return store.write({ partitionId: homeId, actor, now }, run)
}
