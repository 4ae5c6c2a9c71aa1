import { kinds } from '@svc/model'
import type { ErrorTrackerSource } from '../../outbound/error-trackers.ts'
import type { Store } from '../../store/open.ts'
import { type Context, recordsOf } from '../context.ts'
import type { Lane } from '../upstreams/lanes.ts'
import { refreshAll, type Refreshed } from '../upstreams/refresh-all.ts'
import type { ErrorTracker } from './configuration.ts'
import { askAbout, keepOutcome } from './refresh.ts'

interface Question {
  readonly ctx: Context
  readonly tracker: ErrorTracker
}

/** Asks for every error tracker. */
export const refreshAllErrorTrackers = (
  store: Store,
  source: ErrorTrackerSource,
  now: () => Date,
): Promise<Refreshed> =>
  refreshAll(store, now, {
    lanesOf,
    ask: ({ ctx, tracker }) => askAbout(ctx, source, tracker),
    keepers: ({ ctx, tracker }) => [(outcome) => keepOutcome(ctx, tracker, outcome)],
  })

/** One lane for each credential; who was answered longest ago comes first. */
async function lanesOf(ctx: Context): Promise<readonly Lane<Question>[]> {
  const held = await recordsOf(ctx, kinds.errorTracker).list(kinds.errorTracker, { where: [] })
  const trackers = held
    .map(({ record }) => record as ErrorTracker)
    .toSorted((a, b) => (a.snapshot?.fetchedAt ?? '').localeCompare(b.snapshot?.fetchedAt ?? ''))
  const lanes = Map.groupBy(trackers, ({ provider, vaultKeyword }) => `${provider} ${vaultKeyword}`)
  return [...lanes.values()].flatMap((same) =>
    same[0] ? [{ provider: same[0].provider, questions: same.map((tracker) => ({ ctx, tracker })) }] : [],
  )
}
