import { worded } from '../kind/patterns.ts'
import type { Shape, ValueIn } from '../shape/shape.ts'
import { address, keyword, oneOf, optional, settings, several, text } from './settings.ts'

interface Facts {
  /** What it is called, unless someone names it. */
  readonly name: string
  /** What it is. */
  readonly about: string
  /** What svc does with it; null where it keeps the configuration and does nothing with it. */
  readonly use: string | null
}

/** Said of those that are only kept. */
export const configurationOnly =
  'Configuration only: svc keeps it for other tools to read, and sends and fetches nothing with it, but for a test.'

/**
 * Where the vault items go that a configuration names: to an address in it, so that the item has to list the host;
 * to the address in the item itself; or to deployments, and nowhere else.
 */
type SecretsGoTo = 'address' | 'ownAddress' | 'deployments'

const integration = <V, const S extends SecretsGoTo>(
  facts: Facts & {
    readonly secretsGoTo: S
    /** A secret is never in it, only the keyword of its vault item. */
    readonly config: Shape<V>
    readonly example: NoInfer<V>
  },
) => facts

/** The products that are connected by a configuration. `services/integrations` of the server says how. */
export const integrations = {
  slack: integration({
    name: 'Slack',
    about: 'A workspace and its channels.',
    use: null,
    secretsGoTo: 'ownAddress',
    config: settings({
      workspace: text('The name of the workspace.'),
      defaultChannel: optional(text('Where messages go unless said otherwise.')),
      webhookUrlKeyword: keyword('the address of an incoming webhook'),
    }),
    example: { workspace: 'acme', defaultChannel: '#engineering', webhookUrlKeyword: 'slack-webhook' },
  }),
  jira: integration({
    name: 'Jira',
    about: 'The projects of a Jira site.',
    use: null,
    secretsGoTo: 'address',
    config: settings({
      siteUrl: address('Where the site is.'),
      projectKeys: optional(several(text('The key of a project.'), 'The projects that issues may go to.')),
      email: optional(text('Whose API token it is. Without it the token is sent as a bearer token.')),
      tokenKeyword: keyword('the API token'),
    }),
    example: { siteUrl: 'https://acme.atlassian.net', email: 'bot@example.com', tokenKeyword: 'jira-token' },
  }),
  envSync: integration({
    name: 'Environment sync',
    about: 'Variables of environments, with values from the vault.',
    use: null,
    secretsGoTo: 'deployments',
    config: settings({
      environments: several(text('An environment.'), 'The environments.', { minItems: 1 }),
      mappings: optional(
        several(
          settings({
            environment: text('One of the environments.'),
            variable: text('The variable.'),
            valueKeyword: keyword('the value'),
          }),
          'Which variable of which environment has which value.',
        ),
      ),
    }),
    example: {
      environments: ['production'],
      mappings: [{ environment: 'production', variable: 'STRIPE_KEY', valueKeyword: 'stripe-key' }],
    },
  }),
  observability: integration({
    name: 'Observability',
    about: 'Where figures are kept.',
    use: 'SLOs are measured with Prometheus. A Grafana is configuration only.',
    secretsGoTo: 'address',
    config: settings({
      kind: oneOf(['prometheus', 'grafana'], 'What answers there.'),
      baseUrl: address('Where it is.'),
      username: optional(
        text('Sent with the token as its password. Without it, the token is a bearer token.'),
      ),
      tokenKeyword: optional(keyword('the token or password, where it asks for one')),
    }),
    example: { kind: 'prometheus', baseUrl: 'https://prometheus.example.com' },
  }),
  deployment: integration({
    name: 'Deployment',
    about: 'What is deployed to, and the credentials for it.',
    use: null,
    secretsGoTo: 'deployments',
    config: settings({
      platforms: several(oneOf(['android', 'ios', 'web', 'backend']), 'What is deployed to.', {
        minItems: 1,
      }),
      credentialKeywords: optional(several(keyword('a credential'), 'The vault items that deployments use.')),
    }),
    example: { platforms: ['backend', 'web'] },
  }),
  vcs: integration({
    name: 'Version control',
    about: 'Where the source is.',
    use: 'API specifications are read from private repositories.',
    secretsGoTo: 'address',
    config: settings({
      provider: oneOf(['github', 'gitlab', 'bitbucket'], 'Whose it is.'),
      host: optional({
        ...text('The host of its web pages, where it is not the public one.'),
        pattern: worded(
          '^[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
          'must be a host such as git.example.com, with a port where it needs one',
        ),
      }),
      apiUrl: optional(address('Where its API is, where that does not follow from the host.')),
      organisation: text('The organisation, group or workspace.'),
      repositories: optional(several(text('A repository.'), 'The repositories, where not all are meant.')),
      username: optional(
        text('Sent with the token as its password. Without it, the token is a bearer token.'),
      ),
      tokenKeyword: keyword('the access token'),
    }),
    example: { provider: 'github', organisation: 'acme', tokenKeyword: 'github-token' },
  }),
  /** They are records of their own, one for each endpoint; here they are only counted. */
  webhooks: {
    name: 'Webhooks',
    about: 'Endpoints of your own.',
    use: 'Addresses of your own are told of every change.',
  },
} as const satisfies Readonly<Record<string, Facts>>

type Integrations = typeof integrations

export type IntegrationType = keyof Integrations

/** Those with a configuration. */
export type ConfiguredType = {
  [T in IntegrationType]: Integrations[T] extends { readonly config: unknown } ? T : never
}[IntegrationType]

/** Those that send vault items to an address in their configuration. */
export type AddressedType = {
  [T in ConfiguredType]: Integrations[T] extends { readonly secretsGoTo: 'address' } ? T : never
}[ConfiguredType]

/** What each is configured with. */
export type IntegrationConfigs = {
  readonly [T in ConfiguredType]: ValueIn<Integrations[T]['config']>
}

export type IntegrationConfig = IntegrationConfigs[ConfiguredType]

export const integrationTypes = Object.keys(integrations) as readonly IntegrationType[]

export const isConfigured = (type: string): type is ConfiguredType =>
  Object.hasOwn(integrations, type) && 'config' in integrations[type as IntegrationType]

export const configuredTypes = integrationTypes.filter(isConfigured)

/** Those whose vault items go the same way. */
export const typesBySecrets = (way: SecretsGoTo): readonly ConfiguredType[] =>
  configuredTypes.filter((type) => integrations[type].secretsGoTo === way)

/** Whether the host that a vault item goes to is in the configuration. */
export const isAddressed = (type: ConfiguredType): type is AddressedType =>
  integrations[type].secretsGoTo === 'address'
