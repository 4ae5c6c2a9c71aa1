import { type Field, field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { worded } from '../kind/patterns.ts'
import { shape } from '../shape/shape.ts'

export const webhookStatuses = ['enabled', 'disabled'] as const

const url: Field<string, { about: string }> = {
  type: 'text',
  schema: {
    type: 'string',
    maxLength: limits.url,
    pattern: worded(
      '^https?://[^\\s/?#@\\\\]+([/?#]\\S*)?$',
      'must be an http or https URL without a user name',
    ),
  },
  traits: { about: 'Where events are sent: http or https, without a user name or password.' },
}

const eventTypes: Field<readonly string[], { about: string; default: readonly string[] }> = {
  type: 'texts',
  schema: shape.array(
    shape.text({
      minLength: 1,
      maxLength: 100,
      pattern: worded(
        '^([a-z0-9_-]+\\.)*([a-z0-9_-]+|\\*)$',
        'must be an event type such as issue.created, all of a kind such as issue.*, or *',
      ),
    }),
    { maxItems: limits.items },
  ),
  traits: {
    about:
      'The events to send: types such as `issue.created`, or `issue.*` for all of a kind. Empty means all.',
    default: [],
  },
}

export const webhook = defineKind({
  name: 'webhook',
  noun: 'webhook',
  title: 'Webhook',
  about: 'A URL that is notified of every change, signed according to the Standard Webhooks specification.',
  group: 'Webhooks',
  path: '/webhooks',
  table: 'webhooks',
  idParam: 'webhookId',
  idPrefix: 'whk',
  home: 'partition',
  labelFields: ['url'],
  handles: [],
  staysDeleted: 'Its signing secret was deleted with it. Create it again.',
  // Each is sent every event that it subscribes to.
  maxRecords: 100,
  // Creating one shows its secret, so that is a separate operation.
  verbs: ['list', 'read', 'update', 'delete'],
  access: { list: 'admin', read: 'admin', update: 'admin', delete: 'admin' },
  fields: {
    ...identity(),
    url,
    description: field.text({ about: 'What it is for.', max: limits.description, nullable: true }),
    eventTypes,
    status: field.oneOf(webhookStatuses, {
      about: 'While it is disabled nothing is sent; once enabled again, it continues where it stopped.',
      default: 'enabled',
      measured: true,
    }),
    disabledReason: field.text({
      about: 'Why svc has disabled it.',
      max: 2_000,
      managed: true,
      nullable: true,
    }),
    position: field.integer({
      about: 'The number of the last event that was delivered, given up or not subscribed to.',
      managed: true,
      internal: true,
      default: 0,
    }),
    secret: field.text({
      about: 'The signing secret, sealed.',
      max: 1_000,
      managed: true,
      internal: true,
      secret: true,
    }),
    oldSecret: field.text({
      about: 'The previous secret, sealed.',
      max: 1_000,
      managed: true,
      internal: true,
      secret: true,
      nullable: true,
    }),
    oldSecretUntil: field.timestamp({
      about: 'Until when the previous secret signs too.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  example: { url: 'https://hooks.acme.example/svc', eventTypes: ['issue.*'] },
})
