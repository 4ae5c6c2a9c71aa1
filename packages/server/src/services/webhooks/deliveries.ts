import { CatalogError, kinds, type Kinds, type Stored } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Change } from '../../store/change.ts'
import { eventsAfter } from '../../store/events.ts'
import type { Records } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { type Context, notFound, partitionOf, recordsOf, writeTo } from '../context.ts'
import { newId } from '../ids.ts'
import { findRecord } from '../records/records.ts'
import { messageOf, pingFor, type WebhookMessage } from './message.ts'
import type { Attempt, WebhookSender } from './sender.ts'

export type Delivery = Stored<Kinds['webhookDelivery']>

/** What is stored of an attempt. */
export interface Entry {
  readonly webhookId: string
  readonly message: WebhookMessage
  readonly attempt: Attempt
  readonly status: Delivery['status']
  readonly nextAttemptAt: string | null
}

export async function deliveryOf(
  records: Records,
  webhookId: string,
  eventSeq: number,
): Promise<StoredRecord | undefined> {
  const where = [
    { field: 'webhookId', is: webhookId },
    { field: 'eventSeq', is: eventSeq },
  ]
  return (await records.list(kinds.webhookDelivery, { where, limit: 1 }))[0]
}

/** One row per message, however often it is tried and whichever process tries it. */
export async function keepAttempt(change: Change, entry: Entry, known?: StoredRecord): Promise<StoredRecord> {
  const { webhookId, message, attempt, status, nextAttemptAt } = entry
  const before =
    known ?? (message.seq === null ? undefined : await deliveryOf(change, webhookId, message.seq))
  const learned = {
    status,
    nextAttemptAt,
    responseStatus: attempt.responseStatus,
    error: attempt.error,
    durationMs: attempt.durationMs,
    lastAttemptAt: attempt.at,
  }
  if (before) {
    const attempts = (before.record as Delivery).attempts + 1
    return change.derive(kinds.webhookDelivery, before, { ...before.record, ...learned, attempts })
  }
  return change.insert(kinds.webhookDelivery, {
    id: newId(kinds.webhookDelivery.idPrefix, new Date(change.at)),
    webhookId,
    messageId: message.id,
    eventType: message.type,
    eventSeq: message.seq,
    attempts: 1,
    createdAt: attempt.at,
    ...learned,
  })
}

/** Sends a message without content, to see whether the receiver responds and checks the signature. */
export async function sendPing(
  ctx: Context,
  sender: WebhookSender,
  webhookId: string,
): Promise<StoredRecord> {
  const webhook = (await findRecord(ctx, kinds.webhook, webhookId)).record as Webhook
  const message = pingFor(webhook, ctx.now())
  const attempt = await sendNow(ctx, sender, webhook, message)
  const status = attempt.error === null ? 'delivered' : 'failed'
  return writeTo(ctx, kinds.webhookDelivery, async (change) => {
    if (!(await change.find(kinds.webhook, webhookId))) throw notFound(kinds.webhook, webhookId)
    return keepAttempt(change, { webhookId, message, attempt, status, nextAttemptAt: null })
  })
}

/** Sends a message once more, out of order. A message that is still being retried continues to be if this fails. */
export async function redeliver(
  ctx: Context,
  sender: WebhookSender,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<StoredRecord> {
  const webhook = (await findRecord(ctx, kinds.webhook, webhookId)).record as Webhook
  const find = async (records: Records): Promise<StoredRecord> => {
    const stored = await records.find(kinds.webhookDelivery, deliveryId)
    if (stored?.record.webhookId === webhookId) return stored
    throw notFound(kinds.webhookDelivery, deliveryId)
  }
  const stored = await find(recordsOf(ctx, kinds.webhookDelivery))
  const message = await messageAgain(ctx, webhook, stored.record as Delivery)
  const attempt = await sendNow(ctx, sender, webhook, message)
  return writeTo(ctx, kinds.webhookDelivery, async (change) => {
    const known = await find(change)
    const { status: before, nextAttemptAt } = known.record as Delivery
    const failed = before === 'pending' ? 'pending' : 'failed'
    const entry = { webhookId, message, attempt }
    return attempt.error === null
      ? keepAttempt(change, { ...entry, status: 'delivered', nextAttemptAt: null }, known)
      : keepAttempt(change, { ...entry, status: failed, nextAttemptAt }, known)
  })
}

async function messageAgain(
  ctx: Context,
  webhook: Webhook,
  { id, eventSeq, messageId }: Delivery,
): Promise<WebhookMessage> {
  if (eventSeq === null) return pingFor(webhook, ctx.now(), messageId)
  const partitionId = partitionOf(ctx.caller, kinds.webhook)
  const [found] = await ctx.store.run(eventsAfter, partitionId, eventSeq - 1, 1)
  const { current: epoch } = ctx.store.epochs
  const message =
    found?.seq === eventSeq ? await messageOf(ctx.store, { partitionId, epoch }, found) : undefined
  if (!message) throw notFound(kinds.webhookDelivery, id)
  return message
}

/** Short, because somebody waits for the answer. */
const timeoutMs = 8_000

async function sendNow(
  ctx: Context,
  sender: WebhookSender,
  webhook: Webhook,
  message: WebhookMessage,
): Promise<Attempt> {
  const partitionId = partitionOf(ctx.caller, kinds.webhook)
  const attempt = await sender.send(partitionId, webhook, message, { timeoutMs })
  if (attempt) return attempt
  throw new CatalogError('unavailable', 'The server is shutting down. Try again in a moment.')
}
