import { CatalogError, type Kinds, kinds, type OnCallProvider, type Stored } from '@svc/model'
import type { OnCallSource, Shift, Watched } from '../../outbound/oncall.ts'
import type { Change } from '../../store/change.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { findRecord } from '../records/records.ts'
import { type Outcome, outcomeOf } from '../upstreams/lanes.ts'
import { byRota, byShift, hasEnded, keepLearned, nobody, noteHandover } from './on-call-now.ts'

type Binding = Stored<Kinds['oncallBinding']>

/** What to ask the provider for a binding; undefined if the binding itself says who is on call. */
export const watchedBy = ({
  provider,
  scheduleId,
  serviceId,
}: Pick<Binding, 'provider' | 'scheduleId' | 'serviceId'>): Watched | undefined => {
  if (provider === 'manual') return undefined
  if (serviceId !== null) return { what: 'service', id: serviceId }
  return scheduleId === null ? undefined : { what: 'schedule', id: scheduleId }
}

/**
 * Asks the provider and stores the answer; a failure is stored too, beside what is still valid of the last answer.
 */
export async function refreshBinding(ctx: Context, source: OnCallSource, id: string): Promise<StoredRecord> {
  const stored = await findRecord(ctx, kinds.oncallBinding, id)
  const binding = stored.record as Binding
  const watched = watchedBy(binding)
  if (!watched) return binding.manual === null ? stored : refreshRota(ctx, id)
  const outcome = await outcomeOf(askAbout(ctx, source, binding.provider as OnCallProvider, watched))
  const kept = await keepOutcome(ctx, id, outcome)
  if ('answer' in outcome) return kept
  throw new CatalogError('upstream_unavailable', outcome.failure, { cause: outcome.cause })
}

export const askAbout = (
  { caller }: Context,
  source: OnCallSource,
  provider: OnCallProvider,
  watched: Watched,
): Promise<Shift | null> => source.whoIsOnCall(provider, watched, partitionOf(caller, kinds.secret))

export const keepOutcome = (
  ctx: Context,
  id: string,
  outcome: Outcome<Shift | null>,
): Promise<StoredRecord> =>
  learn(ctx, id, async (change, { currentShiftEndsAt }) => {
    if ('answer' in outcome)
      return {
        ...(await byShift(change, outcome.answer)),
        ...{ lastFetchError: null, lastFetchedAt: change.at, lastAttemptAt: change.at },
      }
    return {
      ...(hasEnded(currentShiftEndsAt, change.at) && nobody),
      ...{ lastFetchError: outcome.failure, lastAttemptAt: change.at },
    }
  })

const refreshRota = (ctx: Context, id: string): Promise<StoredRecord> =>
  learn(ctx, id, async (change, { manual }) => ({
    ...(await byRota(change, manual)),
    ...{ lastFetchedAt: change.at, lastAttemptAt: change.at },
  }))

const learn = (
  ctx: Context,
  id: string,
  what: (change: Change, binding: Binding) => Promise<Partial<Binding>>,
): Promise<StoredRecord> =>
  writeTo(ctx, kinds.oncallBinding, async (change) => {
    const stored = await change.find(kinds.oncallBinding, id)
    if (!stored) throw new CatalogError('not_found', `The on-call binding ${id} has been deleted.`)
    const kept = await keepLearned(change, stored, await what(change, stored.record as Binding))
    await noteHandover(change, stored, kept)
    return kept
  })
