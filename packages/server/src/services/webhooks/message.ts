import { kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Access } from '../../store/access.ts'
import { type FoundEvent, loadEvent } from '../../store/found-event.ts'
import { type PartitionId, organisationIdOf, partitionsOf, modeOf } from '../../store/partition-id.ts'
import { type Caller, systemCaller } from '../context.ts'
import { visibleEvent } from '../feed/visible.ts'
import { newId } from '../ids.ts'
import { asksFor } from './event-types.ts'

/** What is sent: the specification's id and body, and where in the log it comes from. */
export interface WebhookMessage {
  readonly id: string
  readonly type: string
  readonly seq: number | null
  readonly body: string
}

export const pingType = 'webhook.ping'

/** The message about an event of a partition; undefined if the webhook does not want it. */
export async function messageOf(
  access: Access,
  { partitionId, epoch }: { readonly partitionId: PartitionId; readonly epoch: string },
  found: FoundEvent,
  eventTypes: readonly string[] = [],
): Promise<WebhookMessage | undefined> {
  if (!asksFor(eventTypes, found.type)) return undefined
  const logged = await loadEvent(access, found)
  const visible = logged && visibleEvent(receiverIn(partitionId), logged.event)
  if (!visible) return undefined
  const { seq } = found
  const { id, type, at, ...data } = visible
  return { id, type, seq, body: JSON.stringify({ type, timestamp: at, data: { id, seq, epoch, ...data } }) }
}

export function pingFor({ id }: Webhook, at: Date, messageId = newId('msg', at)): WebhookMessage {
  const data = { subject: { kind: kinds.webhook.name, id } }
  return {
    id: messageId,
    type: pingType,
    seq: null,
    body: JSON.stringify({ type: pingType, timestamp: at.toISOString(), data }),
  }
}

/** A webhook receives what an administrator may see: only they can create one. */
function receiverIn(partitionId: PartitionId): Caller {
  const id = organisationIdOf(partitionId)
  const mode = modeOf(partitionId) ?? 'live'
  return { ...systemCaller({ id, name: '', ...partitionsOf(id) }, mode), role: 'admin' }
}
