import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import type { Revisions } from '../../store/revisions.ts'

/** The kinds that decide who a credential belongs to and what they may do. */
export const peopleKinds = [
  kinds.user.name,
  kinds.token.name,
  kinds.apiKey.name,
  kinds.workloadTrust.name,
] as const

/** The last change to the records that decide who a credential belongs to and what they may do. */
export const latestOfPeople = ({ epoch, kinds }: Revisions): string =>
  `${epoch}.${Math.max(...peopleKinds.map((name) => kinds.get(name) ?? 0))}`

export const peopleRevision = async (store: Store, homeId: PartitionId): Promise<string> =>
  latestOfPeople(await store.revisions.current(homeId))
