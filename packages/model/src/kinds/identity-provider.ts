import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import { means } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'

const text = (description: string, maxLength: number = limits.url) =>
  shape.nullable(shape.text({ maxLength, description }))

const saml = shape.partial({
  ssoUrl: text('Where sign-in requests are sent.'),
  signingCert: {
    ...text('The certificate that its responses are verified with, in PEM format.', limits.description),
    [means]: 'certificate',
  },
  nameIdFormat: text('The NameID format.'),
  signRequests: shape.boolean({ description: 'Whether sign-in requests are signed.' }),
  spEntityId: text('The entity id of svc at this provider.'),
  acsUrl: text('Where it sends its responses (assertion consumer service).'),
})

/** As stored: svc fills in what was left out. */
export type SamlSettings = Required<ValueIn<typeof saml>>

const oidc = shape.partial({
  clientId: text('The client id of svc at this provider.'),
  clientSecretVaultKeyword: {
    ...text('The keyword of the vault item with the client secret.'),
    [means]: 'vaultItem',
  },
  discoveryUrl: text('Where its configuration is published.'),
  authorizationEndpoint: text('Where members are sent to sign in.'),
  tokenEndpoint: text('Where an authorisation code is exchanged for tokens.'),
  userinfoEndpoint: text('Where details about a member are fetched.'),
  jwksUri: text('Where its public keys are published.'),
  jwksCachedAt: shape.nullable(
    shape.dateTime({
      readOnly: true,
      description: 'When those keys were last fetched. Set by the service: ignored in a request.',
    }),
  ),
  scopes: shape.array(shape.text({ maxLength: limits.name }), {
    maxItems: limits.items,
    description: 'The scopes requested when a member signs in.',
  }),
})

export type OidcSettings = Required<ValueIn<typeof oidc>>

export const identityProvider = defineKind({
  name: 'identity_provider',
  noun: 'identity provider',
  title: 'IdentityProvider',
  about: 'A service through which members can sign in. Its client secret stays in the vault.',
  group: 'Identity',
  path: '/identity-providers',
  listAs: 'providers',
  table: 'identity_providers',
  idParam: 'providerId',
  idPrefix: 'idp',
  home: 'organisation',
  labelFields: ['name'],
  neededBy: 'sso_settings',
  verbs,
  access: { create: 'admin', update: 'admin' },
  fields: {
    ...identity(),
    name: field.name({ about: 'The label of its button on the sign-in page.' }),
    protocol: field.oneOf(['saml', 'oidc'], { about: 'The protocol it uses.', immutable: true }),
    status: field.oneOf(['configuring', 'active', 'disabled', 'error'], {
      about: 'Whether it is in use.',
      default: 'configuring',
    }),
    priority: field.integer({ about: 'Its position among several: the lowest comes first.', default: 100 }),
    lastTestedAt: field.timestamp({ about: 'When it was last tested.', managed: true, nullable: true }),
    lastTestResult: field.oneOf(['success', 'failed'], {
      about: 'The result of the last test.',
      managed: true,
      nullable: true,
    }),
    saml: field.json<SamlSettings>()(saml, { about: 'Settings for SAML; null for OIDC.', nullable: true }),
    oidc: field.json<OidcSettings>()(oidc, { about: 'Settings for OIDC; null for SAML.', nullable: true }),
    ...timestamps(),
  },
  rules: [
    {
      field: 'saml',
      about: () => 'must be null for protocol oidc',
      holds: (p) => p.protocol === 'saml' || p.saml === null,
      schema: whenOneOf('protocol', ['oidc'], { properties: { saml: { type: 'null' } } }),
    },
    {
      field: 'oidc',
      about: () => 'must be null for protocol saml',
      holds: (p) => p.protocol === 'oidc' || p.oidc === null,
      schema: whenOneOf('protocol', ['saml'], { properties: { oidc: { type: 'null' } } }),
    },
  ],
  example: { name: 'Company login', protocol: 'oidc', priority: 10 },
})
