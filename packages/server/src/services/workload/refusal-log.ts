import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { readLoggedRefusals, setLoggedRefusals, type TrustIn } from '../../store/queries/workload.ts'
import { system } from '../jobs/follower.ts'

export interface RefusalLog {
  /** Tells the admins of each organisation whose rules named the issuer and the audience. */
  note(concerned: readonly TrustIn[], reason: string | ((one: TrustIn) => string)): Promise<void>
}

/** Anybody can send tokens, so an organisation gets so many entries in an hour and no more. */
const perHour = 100
const hourMs = 3_600_000
const maxOrganisations = 20

export function createRefusalLog(store: Store, now: () => Date): RefusalLog {
  /** Until when nothing more is written: a flood of attempts does not become a flood of writes. */
  const full = new Map<PartitionId, number>()

  const log = async ({ homeId, trust }: TrustIn, reason: string): Promise<void> => {
    if ((full.get(homeId) ?? 0) > now().getTime()) return
    await store.write({ partitionId: homeId, actor: system, now }, async (change) => {
      const before = await change.run(readLoggedRefusals, homeId)
      const at = Date.parse(change.at)
      const age = before ? at - Date.parse(before.since) : hourMs
      const isNew = before === undefined || age >= hourMs || age < 0
      const { since, logged } = isNew ? { since: change.at, logged: 0 } : before
      if (logged >= perHour) {
        full.set(homeId, Date.parse(since) + hourMs)
        return
      }
      const isLast = logged === perHour - 1
      await change.run(setLoggedRefusals, homeId, { since, logged: logged + 1 })
      await change.log('workload_trust.refused', { kind: kinds.workloadTrust.name, id: trust.id }, null, {
        reason,
        ...(isLast && { note: `After ${perHour} refusals within an hour, further ones are not logged.` }),
      })
    })
  }

  return {
    async note(concerned, reason) {
      const organisations = new Map(concerned.toReversed().map((one) => [one.homeId, one]))
      for (const one of [...organisations.values()].slice(0, maxOrganisations))
        await log(one, typeof reason === 'string' ? reason : reason(one))
    },
  }
}
