import { kinds } from '@svc/model'
import type { ErrorTrackerSource } from '../../outbound/error-trackers.ts'
import type { Store } from '../../store/open.ts'
import { slicesOf } from '../../store/records.ts'
import { type Context, recordsOf } from '../context.ts'
import type { Lane } from '../upstreams/lanes.ts'
import { refreshAll, type Refreshed } from '../upstreams/refresh-all.ts'
import type { ErrorTracker } from './configuration.ts'
import { askAbout, keepOutcome } from './refresh.ts'

interface Question {
  readonly ctx: Context
  readonly tracker: ErrorTracker
}

/** Snapshots are large: a few are read at a time, and only the time they were taken is kept. */
const readAtOnce = { limit: 200, bytes: 1024 * 1024 }

/** Queries every error tracker. */
export const refreshAllErrorTrackers = (
  store: Store,
  source: ErrorTrackerSource,
  now: () => Date,
): Promise<Refreshed> =>
  refreshAll(store, now, {
    lanesOf,
    ask: ({ ctx, tracker }) => askAbout(ctx, source, tracker),
    about: ({ tracker }) => `${tracker.provider} ${tracker.projectRef}`,
    keepers: ({ ctx, tracker }) => [(outcome) => keepOutcome(ctx, tracker, outcome)],
  })

/** Those refreshed longest ago come first. */
async function lanesOf(ctx: Context): Promise<readonly Lane<Question>[]> {
  const found: { readonly tracker: ErrorTracker; readonly fetchedAt: string }[] = []
  const slices = slicesOf(recordsOf(ctx, kinds.errorTracker), kinds.errorTracker, {
    where: [],
    ...readAtOnce,
  })
  for await (const stored of slices) {
    for (const { record } of stored) {
      const { snapshot, ...tracker } = record as ErrorTracker
      found.push({ tracker: { ...tracker, snapshot: null }, fetchedAt: snapshot?.fetchedAt ?? '' })
    }
  }
  const trackers = found
    .toSorted((a, b) => a.fetchedAt.localeCompare(b.fetchedAt))
    .map(({ tracker }) => tracker)
  return [...Map.groupBy(trackers, ({ provider }) => provider)].map(([provider, same]) => ({
    provider,
    questions: same.map((tracker) => ({ ctx, tracker })),
    credentialOf: ({ tracker }) => String(tracker.vaultKeyword),
  }))
}
