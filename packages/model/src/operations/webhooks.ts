import { pageParams } from '../kind/filters.ts'
import { schemasOf } from '../kind/schemas.ts'
import { webhook } from '../kinds/webhook.ts'
import { deliveryStatuses, webhookDelivery } from '../kinds/webhook-delivery.ts'
import { shape } from '../shape/shape.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

/** A webhook with its secret, which is shown only once. */
const withSecret = {
  ...shape.extended(
    schemasOf(webhook).record,
    {
      secret: shape.text({
        description: 'The secret that messages are signed with. It is shown only once and stored encrypted.',
      }),
    },
    { title: 'NewWebhook' },
  ),
  examples: [
    {
      id: 'whk_01jcq8z3v1000a7k2m9x4q6r8t',
      description: null,
      ...webhook.example,
      status: 'enabled',
      disabledReason: null,
      createdAt: '2026-11-15T12:00:00.000Z',
      updatedAt: '2026-11-15T12:00:00.000Z',
      secret: 'whsec_…',
    },
  ],
}

const shared = { group: 'Webhooks', scope: 'admin' } as const

export const createWebhook = {
  ...shared,
  id: 'createWebhook',
  needsRecentSignIn: true,
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  about:
    'It receives all events from now on, in the mode of the credential, in order and at least once. ' +
    `The maximum is ${webhook.maxRecords} webhooks per mode.`,
  body: schemasOf(webhook).create,
  bodyExample: webhook.example,
  success: { status: 201, about: 'The webhook. Its secret is shown only once.', schema: withSecret },
} as const satisfies Operation

export const rotateWebhookSecret = {
  ...shared,
  id: 'rotateWebhookSecret',
  needsRecentSignIn: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  summary: "Rotate a webhook's secret",
  about: 'For 24 hours, messages are also signed with the old secret.',
  success: { status: 200, about: 'The webhook. Its new secret is shown only once.', schema: withSecret },
} as const satisfies Operation

export const testWebhook = {
  ...shared,
  id: 'testWebhook',
  asksOutside: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a test message to a webhook',
  about: 'A message of type `webhook.ping`, sent at once, even if the webhook is disabled.',
  success: { status: 200, about: 'The delivery.', schema: recordOf(webhookDelivery) },
} as const satisfies Operation

export const listWebhookDeliveries = {
  ...shared,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: "List a webhook's deliveries",
  query: {
    status: shape.enum(deliveryStatuses, { description: 'Only deliveries with this status.' }),
    ...pageParams,
  },
  success: {
    status: 200,
    about: 'Newest first, from the last 30 days.',
    schema: listOf('deliveries', recordOf(webhookDelivery)),
  },
} as const satisfies Operation

export const redeliverWebhook = {
  ...shared,
  id: 'redeliverWebhook',
  asksOutside: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Redeliver a message to a webhook',
  about: 'Once and immediately, ahead of anything queued, with the same `webhook-id` as before.',
  success: { status: 200, about: 'The delivery.', schema: recordOf(webhookDelivery) },
} as const satisfies Operation
