import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { endGrants, findGrant } from '../../store/queries/program-grants.ts'
import { system } from '../jobs/follower.ts'

interface Family {
  readonly homeId: PartitionId
  readonly grantId: string
}

interface Tools {
  readonly store: Store
  readonly now: () => Date
}

/**
 * Something that works only once was used twice: one of the two has stolen it. Nobody can tell which, so all that came
 * of it ends.
 */
export const endAfterReuse = (tools: Tools, family: Family, what: string): Promise<void> =>
  endFamily(tools, family, { type: 'user.program_reuse_detected', more: { what } })

/** The program itself gives back what it was allowed. */
export const endByProgram = (tools: Tools, family: Family): Promise<void> =>
  endFamily(tools, family, { type: 'user.program_ended', more: {} })

async function endFamily(
  { store, now }: Tools,
  { homeId, grantId }: Family,
  { type, more }: { readonly type: string; readonly more: object },
): Promise<void> {
  await store.write({ partitionId: homeId, actor: system, now }, async (change) => {
    const grant = await change.run(findGrant, homeId, grantId)
    if (!grant) return
    const { userId, client, mode } = grant
    await endGrants(change, { userId, only: grantId })
    await change.log(type, { kind: kinds.user.name, id: userId }, null, { grantId, client, mode, ...more })
  })
}
