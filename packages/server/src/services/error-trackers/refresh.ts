import { isDeepStrictEqual } from 'node:util'
import { CatalogError, type ErrorTrackerSnapshot, kinds } from '@svc/model'
import type { ErrorTrackerSource, Findings } from '../../outbound/error-trackers.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, notFound, partitionOf, writeTo } from '../context.ts'
import { type Outcome, outcomeOf } from '../upstreams/lanes.ts'
import { type ErrorTracker, findErrorTracker } from './configuration.ts'

/** Asks the provider and stores the answer; a failure is stored too, beside the last good answer. */
export async function refreshErrorTracker(
  ctx: Context,
  source: ErrorTrackerSource,
  appId: string,
): Promise<StoredRecord> {
  const tracker = (await findErrorTracker(ctx, appId)).record as ErrorTracker
  const outcome = await outcomeOf(askAbout(ctx, source, tracker))
  const kept = await keepOutcome(ctx, tracker, outcome)
  if ('answer' in outcome) return kept
  throw new CatalogError('upstream_unavailable', outcome.failure, { cause: outcome.cause })
}

export const askAbout = (
  { caller }: Context,
  source: ErrorTrackerSource,
  tracker: ErrorTracker,
): Promise<Findings> => source.openIssues(tracker, partitionOf(caller, kinds.secret))

export const keepOutcome = (
  ctx: Context,
  asked: ErrorTracker,
  outcome: Outcome<Findings>,
): Promise<StoredRecord> =>
  writeTo(ctx, kinds.errorTracker, async (change) => {
    const stored = await change.find(kinds.errorTracker, asked.id)
    if (!stored) throw notFound(kinds.errorTracker, asked.appId)
    const tracker = stored.record as ErrorTracker
    const isSame = tracker.provider === asked.provider && tracker.projectRef === asked.projectRef
    if (!isSame) return stored // its configuration changed meanwhile
    const snapshot = snapshotAfter(tracker, outcome, change.at)
    return isDeepStrictEqual(snapshot, tracker.snapshot)
      ? stored
      : change.derive(kinds.errorTracker, stored, { ...tracker, snapshot })
  })

function snapshotAfter(
  { provider, snapshot }: ErrorTracker,
  outcome: Outcome<Findings>,
  at: string,
): ErrorTrackerSnapshot {
  if ('answer' in outcome) return { provider, fetchedAt: at, lastFetchError: null, ...outcome.answer }
  const before = snapshot ?? {
    ...{ provider, totalOpen: null, totalEvents24h: null, fetchedAt: null, issues: [] },
  }
  return { ...before, lastFetchError: outcome.failure }
}
