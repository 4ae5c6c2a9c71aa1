import { type CreateInput, type Kinds, kinds } from '@svc/model'
import type { Webhook } from './webhook.ts'
import type { Change } from '../../store/change.ts'
import { lastSeqOf } from '../../store/events.ts'
import type { Held } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { draftOf } from '../records/draft.ts'
import { newId } from '../ids.ts'
import { checkRoom } from '../records/room.ts'
import type { Sealer } from './sealer.ts'
import { sealedTo } from './sender.ts'
import { newSigningSecret } from './signature.ts'

/** How long the secret before signs beside a new one. */
const oldSecretMs = 86_400_000

export interface WithSecret {
  readonly held: Held
  /** Shown once; only its seal is kept. */
  readonly secret: string
}

/** A webhook that is told of everything from now on. */
export async function createWebhook(
  change: Change,
  sealer: Sealer,
  input: CreateInput<Kinds['webhook']>,
): Promise<WithSecret> {
  await checkRoom(change, kinds.webhook)
  const { partitionId, at } = change
  const id = newId(kinds.webhook.idPrefix, new Date(at))
  const { next } = draftOf(kinds.webhook, input, { id, at })
  const secret = newSigningSecret()
  const held = await change.insert(kinds.webhook, {
    ...next,
    secret: await sealer.seal(change, secret, sealedTo(partitionId, { id })),
    position: await change.run(lastSeqOf, partitionId),
  })
  return { held, secret }
}

export async function rotateSecret(change: Change, sealer: Sealer, id: string): Promise<WithSecret> {
  const held = await change.find(kinds.webhook, id)
  if (!held) throw notFound(kinds.webhook, id)
  const webhook = held.record as Webhook
  const secret = newSigningSecret()
  const rotated = await change.update(kinds.webhook, held, {
    ...webhook,
    secret: await sealer.seal(change, secret, sealedTo(change.partitionId, webhook)),
    oldSecret: webhook.secret,
    oldSecretUntil: new Date(Date.parse(change.at) + oldSecretMs).toISOString(),
    updatedAt: change.at,
  })
  await change.log('webhook.secret_rotated', { kind: kinds.webhook.name, id }, null, null)
  return { held: rotated, secret }
}
