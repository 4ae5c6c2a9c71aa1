import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { arrayOf, closedObject, type JsonSchema } from '../kind/schema.ts'
import { keywordPattern } from '../vocabulary.ts'
import { notBlank, worded } from '../kind/patterns.ts'

export const integrationTypes = [
  'slack',
  'jira',
  'envSync',
  'observability',
  'deployment',
  'vcs',
  'webhooks',
] as const
export type IntegrationType = (typeof integrationTypes)[number]

/** What each type is configured with. A secret is never among it, only the keyword of its vault item. */
export interface IntegrationConfigs {
  readonly slack: {
    readonly workspace: string
    readonly defaultChannel?: string
    readonly webhookUrlKeyword: string
  }
  readonly jira: {
    readonly siteUrl: string
    readonly projectKeys?: readonly string[]
    readonly email?: string
    readonly tokenKeyword: string
  }
  readonly envSync: {
    readonly environments: readonly string[]
    readonly mappings?: readonly {
      readonly environment: string
      readonly variable: string
      readonly valueKeyword: string
    }[]
  }
  readonly observability: {
    readonly kind: 'prometheus' | 'grafana'
    readonly baseUrl: string
    readonly username?: string
    readonly tokenKeyword?: string
  }
  readonly deployment: {
    readonly platforms: readonly string[]
    readonly credentialKeywords?: readonly string[]
  }
  readonly vcs: {
    readonly provider: 'github' | 'gitlab' | 'bitbucket'
    readonly host?: string
    readonly apiUrl?: string
    readonly organisation: string
    readonly repositories?: readonly string[]
    readonly username?: string
    readonly tokenKeyword: string
  }
}

/** Webhooks are records of their own, one for each endpoint; here they are only counted. */
export type ConfiguredType = keyof IntegrationConfigs
export type IntegrationConfig = IntegrationConfigs[ConfiguredType]

const text = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: limits.name,
  pattern: notBlank,
  description,
})

/** Shown to every reader, so it has no place for a credential: no user name, no query. */
const address = (description: string): JsonSchema => ({
  type: 'string',
  maxLength: limits.url,
  pattern: worded('^https?://[^\\s@?#]+$', 'must be an http or https address without a user name, ? or #'),
  description,
})

export const vaultKeywordFormat = 'vault-keyword'

const keyword = (description: string): JsonSchema => ({
  type: 'string',
  maxLength: 64,
  pattern: keywordPattern,
  format: vaultKeywordFormat,
  description: `The keyword of the vault item with ${description}.`,
})

const several = (items: JsonSchema, description: string): JsonSchema => ({
  ...arrayOf(items, limits.items),
  description,
})

/** What each is called, unless someone names it. */
export const integrationNames: Readonly<Record<IntegrationType, string>> = {
  slack: 'Slack',
  jira: 'Jira',
  envSync: 'Environment sync',
  observability: 'Observability',
  deployment: 'Deployment',
  vcs: 'Version control',
  webhooks: 'Webhooks',
}

/** What svc does with each type; null where it keeps the configuration and does nothing with it. */
export const integrationUses: Readonly<Record<IntegrationType, string | null>> = {
  slack: null,
  jira: null,
  envSync: null,
  observability: 'SLOs are measured with Prometheus. A Grafana is configuration only.',
  deployment: null,
  vcs: 'API specifications are read from private repositories.',
  webhooks: 'Addresses of your own are told of every change.',
}

/** Said of those that are only kept. */
export const configurationOnly =
  'Configuration only: svc keeps it for other tools to read, and sends and fetches nothing with it, but for a test.'

interface TypeFacts {
  readonly config: JsonSchema
  readonly example: IntegrationConfig
}

/** What the configuration of each type looks like. */
export const integrationFacts: Readonly<Record<ConfiguredType, TypeFacts>> = {
  slack: {
    config: closedObject(
      {
        workspace: text('The name of the workspace.'),
        defaultChannel: text('Where messages go unless said otherwise.'),
        webhookUrlKeyword: keyword('the address of an incoming webhook'),
      },
      ['workspace', 'webhookUrlKeyword'],
    ),
    example: { workspace: 'acme', defaultChannel: '#engineering', webhookUrlKeyword: 'slack-webhook' },
  },
  jira: {
    config: closedObject(
      {
        siteUrl: address('Where the site is.'),
        projectKeys: several(text('The key of a project.'), 'The projects that issues may go to.'),
        email: text('Whose API token it is. Without it the token is sent as a bearer token.'),
        tokenKeyword: keyword('the API token'),
      },
      ['siteUrl', 'tokenKeyword'],
    ),
    example: { siteUrl: 'https://acme.atlassian.net', email: 'bot@example.com', tokenKeyword: 'jira-token' },
  },
  envSync: {
    config: closedObject(
      {
        environments: { ...several(text('An environment.'), 'The environments.'), minItems: 1 },
        mappings: several(
          closedObject({
            environment: text('One of the environments.'),
            variable: text('The variable.'),
            valueKeyword: keyword('the value'),
          }),
          'Which variable of which environment has which value.',
        ),
      },
      ['environments'],
    ),
    example: {
      environments: ['production'],
      mappings: [{ environment: 'production', variable: 'STRIPE_KEY', valueKeyword: 'stripe-key' }],
    },
  },
  observability: {
    config: closedObject(
      {
        kind: { type: 'string', enum: ['prometheus', 'grafana'], description: 'What answers there.' },
        baseUrl: address('Where it is.'),
        username: text('Sent with the token as its password. Without it, the token is a bearer token.'),
        tokenKeyword: keyword('the token or password, where it asks for one'),
      },
      ['kind', 'baseUrl'],
    ),
    example: { kind: 'prometheus', baseUrl: 'https://prometheus.example.com' },
  },
  deployment: {
    config: closedObject(
      {
        platforms: {
          ...several({ type: 'string', enum: ['android', 'ios', 'web', 'backend'] }, 'What is deployed to.'),
          minItems: 1,
        },
        credentialKeywords: several(keyword('a credential'), 'The vault items that deployments use.'),
      },
      ['platforms'],
    ),
    example: { platforms: ['backend', 'web'] },
  },
  vcs: {
    config: closedObject(
      {
        provider: { type: 'string', enum: ['github', 'gitlab', 'bitbucket'], description: 'Whose it is.' },
        host: {
          ...text('The host of its web pages, where it is not the public one.'),
          pattern: worded(
            '^[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
            'must be a host such as git.example.com, with a port where it needs one',
          ),
        },
        apiUrl: address('Where its API is, where that does not follow from the host.'),
        organisation: text('The organisation, group or workspace.'),
        repositories: several(text('A repository.'), 'The repositories, where not all are meant.'),
        username: text('Sent with the token as its password. Without it, the token is a bearer token.'),
        tokenKeyword: keyword('the access token'),
      },
      ['provider', 'organisation', 'tokenKeyword'],
    ),
    example: { provider: 'github', organisation: 'acme', tokenKeyword: 'github-token' },
  },
}

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
  labelFields: ['displayName'],
  verbs: [],
  fields: {
    id: {
      ...identity().id,
      traits: { about: 'Its own id; it is addressed by type.', managed: true, internal: true },
    },
    type: field.oneOf(integrationTypes, { about: 'What it connects to.' }),
    displayName: field.name({ label: 'Name', about: 'What people call it.' }),
    isConfigured: field.boolean({
      about: 'False: there is no configuration, and summary is empty.',
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
