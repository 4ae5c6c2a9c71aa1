import { integrations, type Kinds, kinds, type Stored } from '@svc/model'
import { type Context, recordsOf } from '../context.ts'
import type { ShownIntegration } from './configuration.ts'

/** All that is needed here; their filters can be long. */
const counted = ['url', 'status', 'eventTypes'] as const
type Webhook = Pick<Stored<Kinds['webhook']>, 'id' | (typeof counted)[number]>

export async function webhooksOf(ctx: Context): Promise<readonly Webhook[]> {
  const stored = await recordsOf(ctx, kinds.webhook).list(kinds.webhook, { where: [], fields: counted })
  return stored.map(({ record }) => record as Webhook)
}

/** What non-admins may see of the webhooks: how many there are. */
export async function webhookIntegration(ctx: Context): Promise<ShownIntegration> {
  const webhooks = await webhooksOf(ctx)
  const events = new Set(webhooks.flatMap(({ eventTypes }) => eventTypes))
  const isConfigured = webhooks.length > 0
  return {
    type: 'webhooks',
    displayName: integrations.webhooks.name,
    isConfigured,
    summary: isConfigured ? { endpoints: webhooks.length, events: events.size } : {},
    createdAt: null,
    updatedAt: null,
  }
}
