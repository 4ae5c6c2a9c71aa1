import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { refused } from './refused.ts'

export async function activeUser(
  store: Store,
  homeId: PartitionId,
  id: string,
): Promise<Stored<Kinds['user']>> {
  const stored = await store.records(homeId).find(kinds.user, id)
  const user = stored?.record as Stored<Kinds['user']> | undefined
  if (!user?.isActive) throw refused('The owner of this token is not active.')
  return user
}
