import { type CreateInput, type Kinds, kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Change } from '../../store/change.ts'
import { lastSeqOf } from '../../store/events.ts'
import type { StoredRecord } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { checkRecordLimit } from '../records/record-limit.ts'
import type { Sealer } from './sealer.ts'
import { sealedTo } from './sender.ts'
import { newSigningSecret } from './signature.ts'

/** How long the previous secret keeps signing alongside a new one. */
const oldSecretMs = 86_400_000

export interface WithSecret {
  readonly stored: StoredRecord
  /** Shown once; only its encrypted form is stored. */
  readonly secret: string
}

/** A webhook that receives everything from now on. */
export async function createWebhook(
  change: Change,
  sealer: Sealer,
  input: CreateInput<Kinds['webhook']>,
): Promise<WithSecret> {
  await checkRecordLimit(change, kinds.webhook)
  const { partitionId, at } = change
  const id = newId(kinds.webhook.idPrefix, new Date(at))
  const { next } = draftOf(kinds.webhook, input, { id, at })
  const secret = newSigningSecret()
  const stored = await change.insert(kinds.webhook, {
    ...next,
    secret: await sealer.seal(change, secret, sealedTo(partitionId, { id })),
    position: await change.run(lastSeqOf, partitionId),
  })
  return { stored, secret }
}

export async function rotateSecret(change: Change, sealer: Sealer, id: string): Promise<WithSecret> {
  const stored = await change.find(kinds.webhook, id)
  if (!stored) throw notFound(kinds.webhook, id)
  const webhook = stored.record as Webhook
  const secret = newSigningSecret()
  const rotated = await change.update(kinds.webhook, stored, {
    ...webhook,
    secret: await sealer.seal(change, secret, sealedTo(change.partitionId, webhook)),
    oldSecret: webhook.secret,
    oldSecretUntil: new Date(Date.parse(change.at) + oldSecretMs).toISOString(),
    updatedAt: change.at,
  })
  await change.log('webhook.secret_rotated', { kind: kinds.webhook.name, id }, null, null)
  return { stored: rotated, secret }
}
