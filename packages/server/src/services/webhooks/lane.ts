import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Log } from '../jobs/log.ts'
import type { Change } from '../../store/change.ts'
import { isAhead } from '../../store/clock.ts'
import { eventsAfter, lastSeqOf } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { moveWebhook, returnWebhook, type WebhookPlace } from '../../store/queries/webhooks.ts'
import { system } from '../jobs/follower.ts'
import { type Delivery, deliveryOf, type Entry, keepAttempt } from './deliveries.ts'
import { createLease, type Lease } from './lease.ts'
import { messageOf } from './message.ts'
import { waitAfter } from './retries.ts'
import type { Attempt, WebhookSender } from './sender.ts'

export interface LaneContext {
  readonly store: Store
  readonly sender: WebhookSender
  readonly now: () => Date
  /** The waits between attempts. */
  readonly waitsMs: readonly number[]
  readonly leaseMs: number
  /** Identifies this process. */
  readonly holder: string
  readonly signal: AbortSignal
  readonly log: Log
}

/** After this time a lane lets another have its turn, even if it has more to send. */
const turnMs = 5_000
const batch = 16
/** How long a delivery may go unrecorded: it is sent again if the process dies meanwhile. */
const noteAfterMs = 200
/** Shorter waits are slept through. */
const shortWaitMs = 250
/** Why nothing was sent, and when to check again; an early retry has its own time. */
const waits: Readonly<Record<string, number>> = { taken: 0, elsewhere: 1_000, held: 1_000 }

/** How a batch ended: when to continue, or undefined if nothing is left to do. */
interface Piece {
  readonly waitMs: number | undefined
}

/**
 * Sends a webhook its pending messages, one after the other, for one turn. Returns how long to wait before the next.
 */
export async function runLane(ctx: LaneContext, place: WebhookPlace): Promise<number> {
  const { store, now, holder, leaseMs, signal } = ctx
  const name = `webhook:${place.webhookId}`
  const lease = createLease({ store, now, name, holder, ms: leaseMs })
  const endsAt = performance.now() + turnMs
  try {
    while (!signal.aborted && performance.now() < endsAt) {
      const { waitMs } = await sendSome(ctx, place, lease)
      if (waitMs === undefined) return 0
      if (waitMs > shortWaitMs) return waitMs
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
    return 0
  } finally {
    await lease.release()
  }
}

async function sendSome(ctx: LaneContext, place: WebhookPlace, lease: Lease): Promise<Piece> {
  const { store, sender, now, signal } = ctx
  const { partitionId, webhookId } = place
  const records = store.records(partitionId)
  const { current: epoch } = store.epochs
  const webhook = (await records.find(kinds.webhook, webhookId))?.record as Webhook | undefined
  if (webhook?.status !== 'enabled') return { waitMs: undefined }
  const events = await store.run(eventsAfter, partitionId, webhook.position, batch)
  if (events.length === 0) {
    if (webhook.position > (await store.run(lastSeqOf, partitionId))) await returnToEnd(ctx, place)
    return { waitMs: undefined }
  }

  const entries: Entry[] = []
  const startedAt = performance.now()
  let { position } = webhook
  const note = async (ending: Ending = {}): Promise<void> => {
    if (entries.length > 0 || position > webhook.position)
      await keep(ctx, place, { epoch, entries, position, ...ending })
  }
  for (const logged of events) {
    if (signal.aborted || performance.now() - startedAt > noteAfterMs) break
    const message = await messageOf(store, { partitionId, epoch }, logged, webhook.eventTypes)
    // Only the first in line can have been tried before.
    const earlier =
      message && entries.length === 0 ? await deliveryOf(records, webhookId, logged.seq) : undefined
    const {
      status = 'pending',
      attempts = 0,
      nextAttemptAt = null,
      lastAttemptAt = null,
    } = (earlier?.record ?? {}) as Partial<Delivery>
    if (!message || status !== 'pending') {
      position = logged.seq
      continue
    }
    const at = now()
    const isPlanned = nextAttemptAt !== null && !isAhead(lastAttemptAt, at.toISOString())
    const dueInMs = isPlanned ? Date.parse(nextAttemptAt) - at.getTime() : 0
    const turn = dueInMs > 0 ? 'early' : await lease.hold()
    const attempt = turn === 'held' ? await sender.send(partitionId, webhook, message) : undefined
    if (!attempt) {
      await note()
      return { waitMs: waits[turn] ?? dueInMs }
    }
    const verdict = judge(attempt, attempts + 1, ctx)
    entries.push({ webhookId, message, attempt, ...verdict })
    if (verdict.status !== 'pending') position = logged.seq
    if (verdict.waitMs !== undefined || verdict.disables !== undefined) {
      await note({ disables: verdict.disables })
      return { waitMs: verdict.waitMs }
    }
  }
  await note()
  return { waitMs: 0 }
}

interface Verdict {
  readonly status: Delivery['status']
  readonly nextAttemptAt: string | null
  readonly waitMs?: number | undefined
  /** Why the webhook is to be disabled. */
  readonly disables?: string | undefined
}

const gone = 410

function judge(
  { error, responseStatus, retryAfterMs }: Attempt,
  attempts: number,
  { waitsMs, now }: LaneContext,
): Verdict {
  if (error === null) return { status: 'delivered', nextAttemptAt: null }
  const givenUp = { status: 'failed', nextAttemptAt: null } as const
  if (responseStatus === gone)
    return { ...givenUp, disables: 'The receiver answered 410: it does not want any more messages.' }
  const waitMs = waitAfter(attempts, { waits: waitsMs, retryAfterMs, random: Math.random() })
  if (waitMs === undefined)
    return {
      ...givenUp,
      disables: `A message could not be delivered after ${attempts} attempts. Last error: ${error}`,
    }
  return { status: 'pending', nextAttemptAt: new Date(now().getTime() + waitMs).toISOString(), waitMs }
}

interface Ending {
  readonly disables?: string | undefined
}

interface Progress extends Ending {
  /** The history that the position belongs to. */
  readonly epoch: string
  readonly entries: readonly Entry[]
  readonly position: number
}

/** Stores what was sent and the webhook's position, in one transaction. */
function keep(
  { store, now }: LaneContext,
  { partitionId, webhookId }: WebhookPlace,
  { epoch, entries, position, disables }: Progress,
): Promise<void> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    // The database has gone back meanwhile: start again from the position it has now.
    if (change.epoch !== epoch) return
    const stored = await change.find(kinds.webhook, webhookId)
    if (!stored) return
    for (const entry of entries) await keepAttempt(change, entry)
    await change.run(moveWebhook, { partitionId, webhookId }, position)
    if (disables !== undefined) await disable(change, webhookId, disables)
  })
}

/** A position beyond the end of the log is from a history that the database no longer has. */
async function returnToEnd({ store, now, log }: LaneContext, place: WebhookPlace): Promise<void> {
  const { partitionId, webhookId } = place
  const isMoved = await store.write({ partitionId, actor: system, now }, (change) =>
    change.run(returnWebhook, place),
  )
  if (isMoved)
    log({
      level: 'warn',
      webhook: webhookId,
      message: 'The log is shorter than the position of the webhook, which continues at the end of the log.',
    })
}

async function disable(change: Change, webhookId: string, reason: string): Promise<void> {
  const stored = await change.find(kinds.webhook, webhookId)
  if (stored?.record.status !== 'enabled') return
  const disabled = { status: 'disabled', disabledReason: reason.slice(0, 2_000) }
  await change.update(kinds.webhook, stored, { ...stored.record, ...disabled, updatedAt: change.at })
  const subject = { kind: kinds.webhook.name, id: webhookId }
  await change.log('webhook.disabled', subject, { status: 'enabled', disabledReason: null }, disabled)
}
