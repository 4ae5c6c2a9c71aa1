import { pageParams } from '../kind/filters.ts'
import { schemasOf } from '../kind/schemas.ts'
import { webhook } from '../kinds/webhook.ts'
import { deliveryStatuses, webhookDelivery } from '../kinds/webhook-delivery.ts'
import { shape } from '../shape/shape.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

/** A webhook with its secret, which is shown this once. */
const withSecret = {
  ...shape.extended(
    schemasOf(webhook).record,
    { secret: shape.text({ description: 'What messages are signed with: shown this once, kept sealed.' }) },
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
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  about:
    'It is sent what happens from now on, in the mode of the credential, in order and at least once. ' +
    `A mode has at most ${webhook.maxRecords} webhooks.`,
  body: schemasOf(webhook).create,
  bodyExample: webhook.example,
  success: { status: 201, about: 'The webhook; its secret is shown this once.', schema: withSecret },
} as const satisfies Operation

export const rotateWebhookSecret = {
  ...shared,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  summary: 'Give a webhook a new secret',
  about: 'For 24 hours messages carry a signature by the old one too.',
  success: { status: 200, about: 'The webhook; its new secret is shown this once.', schema: withSecret },
} as const satisfies Operation

export const testWebhook = {
  ...shared,
  id: 'testWebhook',
  asksOutside: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a webhook a ping',
  about: 'A message of the type `webhook.ping`, sent at once, also while the webhook is disabled.',
  success: { status: 200, about: 'What became of it.', schema: recordOf(webhookDelivery) },
} as const satisfies Operation

export const listWebhookDeliveries = {
  ...shared,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: "List a webhook's deliveries",
  query: {
    status: shape.enum(deliveryStatuses, { description: 'Only those that went so.' }),
    ...pageParams,
  },
  success: {
    status: 200,
    about: 'Newest first, of the last 30 days.',
    schema: listOf('deliveries', recordOf(webhookDelivery)),
  },
} as const satisfies Operation

export const redeliverWebhook = {
  ...shared,
  id: 'redeliverWebhook',
  asksOutside: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Send a message to a webhook again',
  about: 'Once and at once, whatever is waiting in line, with the same `webhook-id` as before.',
  success: { status: 200, about: 'What became of it.', schema: recordOf(webhookDelivery) },
} as const satisfies Operation
