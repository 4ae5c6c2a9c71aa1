import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const integrationTypes = [
  'slack',
  'jira',
  'envSync',
  'observability',
  'deployment',
  'vcs',
  'webhooks',
] as const

export const integration = defineKind({
  name: 'integration',
  noun: 'integration',
  title: 'Integration',
  about: 'A connection to another product, with only what may be seen of it.',
  group: 'Integrations',
  path: '/integrations',
  table: 'integrations',
  idParam: 'type',
  idPrefix: 'int',
  home: 'partition',
  verbs: [],
  fields: {
    ...identity(),
    type: field.oneOf(integrationTypes, { about: 'What it connects to.' }),
    displayName: field.name({ about: 'What people call it.' }),
    isConfigured: field.boolean({
      about: 'False: there is no configuration, and summary is empty.',
      default: false,
    }),
    summary: field.json<Readonly<Record<string, unknown>>>()(
      { type: 'object' },
      { about: 'Credential-free facts about the configuration.', default: {} },
    ),
    ...timestamps(),
  },
  unique: ['type'],
  example: { type: 'slack', displayName: 'Slack' },
})
