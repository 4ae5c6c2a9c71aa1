import { field, identity, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

export const webhookDelivery = defineKind({
  name: 'webhook_delivery',
  noun: 'webhook delivery',
  title: 'WebhookDelivery',
  about: 'One message to a webhook and its result. Kept for 30 days.',
  group: 'Webhooks',
  path: '/webhooks/{webhookId}/deliveries',
  table: 'webhook_deliveries',
  idParam: 'deliveryId',
  idPrefix: 'whd',
  home: 'partition',
  verbs: [],
  access: { list: 'admin', read: 'admin' },
  fields: {
    ...identity(),
    webhookId: field.ref('webhook', { about: 'The webhook.', filter: true, onDelete: 'remove' }),
    messageId: field.text({ about: 'The `webhook-id` it was sent with: the id of its event.' }),
    eventType: field.text({ about: 'The type of its event.' }),
    eventSeq: field.integer({
      about: 'The number of its event in the change feed; null for a test.',
      nullable: true,
    }),
    status: field.oneOf(deliveryStatuses, {
      about: 'Pending while it is being retried, failed once it was given up.',
      filter: true,
    }),
    attempts: field.integer({ about: 'The number of attempts.' }),
    responseStatus: field.integer({
      about: "The HTTP status of the receiver's last response.",
      nullable: true,
    }),
    error: field.text({ about: 'Why the last attempt failed.', max: 2_000, nullable: true }),
    durationMs: field.integer({ about: 'How long the last attempt took, in milliseconds.', nullable: true }),
    lastAttemptAt: field.timestamp({ about: 'When it was last attempted.', nullable: true }),
    nextAttemptAt: field.timestamp({ about: 'When it will be retried.', nullable: true }),
    createdAt: field.timestamp({
      ...bookkeeping,
      about: 'When it was first attempted.',
      managed: true,
      nullable: true,
    }),
  },
  unlogged: true,
  example: {
    webhookId: 'whk_…',
    messageId: 'evt_01jcq8z3v1000008703f9a2c41d',
    eventType: 'issue.created',
    eventSeq: 271,
    status: 'delivered',
    attempts: 1,
    responseStatus: 204,
    durationMs: 38,
    lastAttemptAt: '2026-11-15T12:00:00.000Z',
  },
})
