import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { type IntegrationConfig, integrationTypes } from '../upstreams/integrations.ts'

export const integration = defineKind({
  name: 'integration',
  noun: 'integration',
  title: 'Integration',
  about: 'A connection to another product, without its credentials.',
  group: 'Integrations',
  path: '/integrations',
  table: 'integrations',
  idParam: 'type',
  idPrefix: 'int',
  home: 'partition',
  labelFields: ['displayName'],
  verbs: [],
  fields: {
    id: {
      ...identity().id,
      traits: { about: 'Its internal id; it is addressed by type.', managed: true, internal: true },
    },
    type: field.oneOf(integrationTypes, { about: 'What it connects to.' }),
    displayName: field.name({ label: 'Name', about: 'Its display name.' }),
    isConfigured: field.boolean({
      about: 'Whether it is configured. If not, summary is empty.',
      managed: true,
      default: false,
    }),
    summary: field.json<Readonly<Record<string, unknown>>>()(
      { type: 'object' },
      { about: 'Credential-free facts about the configuration.', managed: true, default: {} },
    ),
    config: field.json<IntegrationConfig>()(
      { type: 'object' },
      { about: 'The whole configuration.', managed: true, internal: true, nullable: true },
    ),
    ...timestamps(),
  },
  unique: ['type'],
  example: { type: 'slack', displayName: 'Slack' },
})
