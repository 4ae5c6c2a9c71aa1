import { randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { type WebhookPlace, webhooksBehind } from '../../store/queries/webhooks.ts'
import { loop, wakeMs } from '../jobs/schedule.ts'
import { type LaneContext, runLane } from './lane.ts'
import { retryWaitsMs } from './retries.ts'

/** For tests, which do not wait for three days. */
export type WebhookTiming = Partial<Pick<LaneContext, 'waitsMs' | 'leaseMs'>>

export interface Dispatcher {
  /** Starts nothing new and waits for what is in progress. */
  stop(): Promise<void>
}

const pollMs = 500
const maxLanes = 32
/** So that one organisation's slow receivers do not block those of others. */
const maxLanesOfPartition = 8
/** Longer than an attempt can take. */
const defaultLeaseMs = 20_000
/** A waiting lane is checked this often: someone may have redelivered manually what it waits for. */
const maxRestMs = 5_000
const afterFailureMs = 5_000

/** Gives every webhook that is behind its own lane: none waits for another's receiver. */
export function startDispatcher(
  { store, now, log, webhooks: sender }: Pick<Services, 'store' | 'now' | 'log' | 'webhooks'>,
  timing: WebhookTiming = {},
): Dispatcher {
  const stopping = new AbortController()
  const ctx: LaneContext = {
    waitsMs: retryWaitsMs,
    leaseMs: defaultLeaseMs,
    ...timing,
    store,
    sender,
    now,
    log,
    holder: randomUUID(),
    signal: stopping.signal,
  }
  const running = new Map<string, { readonly partitionId: PartitionId; readonly done: Promise<void> }>()
  const restingUntil = new Map<string, number>()

  function start(place: WebhookPlace): void {
    const { partitionId, webhookId } = place
    const done = runLane(ctx, place)
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) {
          log({
            level: 'error',
            webhook: webhookId,
            error: error instanceof Error ? error.stack : String(error),
          })
        }
        return afterFailureMs
      })
      .then((restMs) => {
        const ms = Math.min(restMs, maxRestMs)
        restingUntil.set(webhookId, performance.now() + ms)
        running.delete(webhookId)
        looking.wake(ms)
      })
    running.set(webhookId, { partitionId, done })
  }

  /** Those that have waited longest for a turn come first. */
  async function look(): Promise<boolean> {
    const behind = await store.run(webhooksBehind)
    const known = new Set(behind.map(({ webhookId }) => webhookId))
    for (const id of restingUntil.keys()) if (!known.has(id)) restingUntil.delete(id)
    const at = performance.now()
    const ready = behind
      .map((place) => ({ place, since: restingUntil.get(place.webhookId) ?? 0 }))
      .filter(({ place, since }) => since <= at && !running.has(place.webhookId))
      .sort((a, b) => a.since - b.since)
    for (const { place } of ready) {
      const inPartition = running.values().filter(({ partitionId }) => partitionId === place.partitionId)
      if (stopping.signal.aborted || running.size >= maxLanes) break
      if (inPartition.toArray().length < maxLanesOfPartition) start(place)
    }
    return false
  }

  const looking = loop(look, { everyMs: pollMs, log, name: 'webhooks' })
  store.onCommit(() => looking.wake(wakeMs))
  return {
    async stop() {
      stopping.abort()
      await looking.stop()
      await Promise.all(running.values().map(({ done }) => done))
    },
  }
}
