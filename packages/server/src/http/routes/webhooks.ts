import { kinds, shown } from '@svc/model'
import { findRecord } from '../../services/records/records.ts'
import { redeliver, sendPing } from '../../services/webhooks/deliveries.ts'
import { createWebhook, rotateSecret, type WithSecret } from '../../services/webhooks/manage.ts'
import { json } from '../answer.ts'
import type { Exchange, SpecialHandlers } from '../exchange.ts'
import { askOnce, writeOnce } from '../idempotency.ts'
import { recordTag } from '../tags.ts'
import { recordAnswer } from './kind-routes.ts'
import { narrowed } from './tagged.ts'

export const webhookHandlers = {
  createWebhook: (exchange) =>
    writeOnce(
      exchange,
      kinds.webhook,
      async (change) => {
        const made = await createWebhook(change, exchange.services.webhooks.sealer, exchange.body)
        const location = `/v1${kinds.webhook.path}/${made.stored.record.id}`
        return { ...withSecret(exchange, 201, made), headers: { location } }
      },
      { holdsSecret: true },
    ),

  rotateWebhookSecret: (exchange) =>
    writeOnce(
      exchange,
      kinds.webhook,
      async (change) =>
        withSecret(
          exchange,
          200,
          await rotateSecret(change, exchange.services.webhooks.sealer, exchange.params.webhookId),
        ),
      { holdsSecret: true },
    ),

  testWebhook: (exchange) =>
    askOnce(exchange, kinds.webhook, async () => {
      const { ctx, services } = exchange
      const stored = await sendPing(ctx, services.webhooks, exchange.params.webhookId)
      return recordAnswer(exchange, kinds.webhookDelivery, stored, 200)
    }),

  listWebhookDeliveries: async (exchange) => {
    const webhookId = exchange.params.webhookId
    await findRecord(exchange.ctx, kinds.webhook, webhookId)
    return narrowed(exchange, 'deliveries', kinds.webhookDelivery, [{ field: 'webhookId', is: webhookId }])
  },

  redeliverWebhook: (exchange) =>
    askOnce(exchange, kinds.webhook, async () => {
      const { ctx, services, params } = exchange
      const stored = await redeliver(ctx, services.webhooks, {
        webhookId: exchange.params.webhookId,
        deliveryId: params.deliveryId,
      })
      return recordAnswer(exchange, kinds.webhookDelivery, stored, 200)
    }),
} satisfies Partial<SpecialHandlers>

const withSecret = ({ epoch, ctx }: Exchange, status: number, { stored, secret }: WithSecret) =>
  json(
    status,
    { ...shown(kinds.webhook, stored.record), secret },
    { etag: recordTag({ epoch, caller: ctx.caller }, kinds.webhook, stored.revision) },
  )
