import { worded } from '../kind/patterns.ts'
import type { Shape, ValueIn } from '../shape/shape.ts'
import { address, keyword, oneOf, optional, settings, several, text } from './settings.ts'

interface Facts {
  /** Its default name. */
  readonly name: string
  /** What it is. */
  readonly about: string
  /** What svc does with it; null if it only stores the configuration. */
  readonly use: string | null
}

/** Said of those that are only stored. */
export const configurationOnly =
  'Configuration only: svc stores it for other tools to read, and does not use it itself except for a test.'

/**
 * Where the vault items of a configuration are sent: to a URL in it, so the item has to list the host; to the URL in
 * the item itself; or only to deployments.
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

/** The products that are connected by a configuration. `services/integrations` of the server implements them. */
export const integrations = {
  slack: integration({
    name: 'Slack',
    about: 'A workspace and its channels.',
    use: null,
    secretsGoTo: 'ownAddress',
    config: settings({
      workspace: text('The name of the workspace.'),
      defaultChannel: optional(text('The default channel for messages.')),
      webhookUrlKeyword: keyword('the URL of an incoming webhook'),
    }),
    example: { workspace: 'acme', defaultChannel: '#engineering', webhookUrlKeyword: 'slack-webhook' },
  }),
  jira: integration({
    name: 'Jira',
    about: 'The projects of a Jira site.',
    use: null,
    secretsGoTo: 'address',
    config: settings({
      siteUrl: address('The URL of the site.'),
      projectKeys: optional(
        several(text('The key of a project.'), 'The projects that issues may be created in.'),
      ),
      email: optional({
        ...text(
          'The account that the API token belongs to. Without it, the token is sent as a bearer token.',
        ),
        title: 'E-mail',
      }),
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
          'The value of each variable of each environment.',
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
    about: 'A source of metrics.',
    use: 'SLOs are measured with Prometheus. Grafana is configuration only.',
    secretsGoTo: 'address',
    config: settings({
      kind: oneOf(['prometheus', 'grafana'], 'The product.'),
      baseUrl: address('Its URL.'),
      username: optional(
        text('Sent with the token as its password. Without it, the token is sent as a bearer token.'),
      ),
      tokenKeyword: optional(keyword('the token or password, if it needs one')),
    }),
    example: { kind: 'prometheus', baseUrl: 'https://prometheus.example.com' },
  }),
  deployment: integration({
    name: 'Deployment',
    about: 'Deployment platforms and their credentials.',
    use: null,
    secretsGoTo: 'deployments',
    config: settings({
      platforms: several(oneOf(['android', 'ios', 'web', 'backend']), 'The platforms that are deployed to.', {
        minItems: 1,
      }),
      credentialKeywords: optional(several(keyword('a credential'), 'The vault items that deployments use.')),
    }),
    example: { platforms: ['backend', 'web'] },
  }),
  vcs: integration({
    name: 'Version control',
    about: 'Where source code is hosted.',
    use: 'API specifications are read from private repositories.',
    secretsGoTo: 'address',
    config: settings({
      provider: oneOf(['github', 'gitlab', 'bitbucket'], 'The provider.'),
      host: optional({
        ...text('The host of its web pages, if it is not the public one.'),
        pattern: worded(
          '^[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
          'must be a host such as git.example.com, optionally with a port',
        ),
      }),
      apiUrl: optional(address('The URL of its API, if that does not follow from the host.')),
      organisation: text('The organisation, group or workspace.'),
      repositories: optional(several(text('A repository.'), 'The repositories; all of them if omitted.')),
      username: optional(
        text('Sent with the token as its password. Without it, the token is sent as a bearer token.'),
      ),
      tokenKeyword: keyword('the access token'),
    }),
    example: { provider: 'github', organisation: 'acme', tokenKeyword: 'github-token' },
  }),
  /** Webhooks are separate records, one for each endpoint; here they are only counted. */
  webhooks: {
    name: 'Webhooks',
    about: 'Signed messages over HTTP.',
    use: 'Your endpoints are notified of every change.',
  },
} as const satisfies Readonly<Record<string, Facts>>

type Integrations = typeof integrations

export type IntegrationType = keyof Integrations

/** Those with a configuration. */
export type ConfiguredType = {
  [T in IntegrationType]: Integrations[T] extends { readonly config: unknown } ? T : never
}[IntegrationType]

/** Those that send vault items to a URL in their configuration. */
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

/** Those whose vault items are sent to the same sort of place. */
export const typesBySecrets = (way: SecretsGoTo): readonly ConfiguredType[] =>
  configuredTypes.filter((type) => integrations[type].secretsGoTo === way)

/** Whether the host that a vault item is sent to is in the configuration. */
export const isAddressed = (type: ConfiguredType): type is AddressedType =>
  integrations[type].secretsGoTo === 'address'
