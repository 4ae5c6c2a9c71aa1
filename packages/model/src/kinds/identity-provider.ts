import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import { filledFrom, means, repeats } from '../shape/json-schema.ts'
import { type ClaimNames, vendorNames } from '../identity/vendors.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Role } from '../vocabulary.ts'

const text = (description: string, maxLength: number = limits.url) =>
  shape.nullable(shape.text({ maxLength, description }))

const readOnlyText = (description: string) => ({
  ...text(`${description} Set by the service: ignored in a request.`),
  readOnly: true,
})

/** It is in the provider's own settings too, and so it never changes. */
const ourAddress = (description: string) => ({ ...readOnlyText(description), [filledFrom]: [] })

/** What a provider publishes about itself, where it says where that is. */
const inMetadata = { [filledFrom]: ['metadataUrl'] }
const discovered = { [filledFrom]: ['issuer', 'discoveryUrl'] }

const certificate = (description: string) => ({
  ...shape.text({ maxLength: limits.description, description }),
  [means]: 'certificate' as const,
})

const named = (what: string) => text(`The ${what}, where it is not the usual one.`, limits.name)

const saml = shape.partial({
  ssoUrl: { ...text('Where sign-in requests are sent.'), ...inMetadata },
  ssoBinding: shape.enum(['redirect', 'post'], {
    description: 'Whether sign-in requests are sent in the address (redirect) or in a form (post).',
    default: 'redirect',
    ...inMetadata,
  }),
  idpEntityId: {
    ...text('The entity id of the provider, which must be the issuer of its assertions.'),
    ...inMetadata,
  },
  signingCert: {
    ...shape.nullable(
      certificate(
        'The certificate that its responses are verified with, in PEM format: the first of signingCerts.',
      ),
    ),
    [repeats]: 'signingCerts',
  },
  signingCerts: shape.array(certificate('A certificate in PEM format.'), {
    maxItems: 10,
    description: 'All certificates that its responses may be verified with.',
    ...inMetadata,
  }),
  metadataUrl: text(
    'Where its metadata is published. It is read when it is needed and again every day, and takes the place of ssoUrl, ssoBinding, sloUrl and signingCerts.',
  ),
  metadataReadAt: shape.nullable(
    shape.dateTime({
      readOnly: true,
      description: 'When its metadata was last read. Set by the service: ignored in a request.',
    }),
  ),
  warning: readOnlyText(
    'What needs attention: metadata that cannot be read, or a certificate that has expired or will within 30 days.',
  ),
  sloUrl: { ...text('Where its single logout service is.'), ...inMetadata },
  nameIdFormat: text('The NameID format.'),
  signRequests: shape.boolean({ description: 'Whether sign-in requests are signed.', default: false }),
  encryptAssertions: shape.boolean({
    description: 'Whether the metadata of svc has a key to encrypt assertions with.',
    default: false,
  }),
  idpInitiated: shape.boolean({
    description:
      'Whether people may start at the provider. Off, because anyone could sign them in as somebody else.',
    default: false,
  }),
  attributes: shape.partial(
    {
      email: named('attribute with the e-mail address'),
      name: named('attribute with the name'),
      groups: named('attribute with the groups'),
    },
    { description: 'Which attributes say who a person is.' },
  ),
  spEntityId: ourAddress('The entity id of svc at this provider.'),
  acsUrl: ourAddress('Where it sends its responses (assertion consumer service).'),
  spSloUrl: ourAddress('Where it sends what ends sessions (single logout service).'),
})

/** As stored: svc fills in what was left out. */
export type SamlSettings = Required<Omit<ValueIn<typeof saml>, 'attributes'>> & {
  readonly attributes: { readonly [K in 'email' | 'name' | 'groups']: string | null }
}

const oidc = shape.partial({
  clientId: text('The client id of svc at this provider.'),
  clientSecretVaultKeyword: {
    ...text('The keyword of the vault item with the client secret.'),
    [means]: 'vaultItem',
  },
  issuer: text(
    'What the provider calls itself; its configuration is found there unless discoveryUrl is set.',
  ),
  discoveryUrl: text('Where its configuration is published.'),
  authorizationEndpoint: { ...text('Where members are sent to sign in.'), ...discovered },
  tokenEndpoint: { ...text('Where an authorisation code is exchanged for tokens.'), ...discovered },
  userinfoEndpoint: { ...text('Where details about a member are fetched.'), ...discovered },
  endSessionEndpoint: { ...text('Where members are sent to sign out there too.'), ...discovered },
  jwksUri: { ...text('Where its public keys are published.'), ...discovered },
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
  claims: shape.partial(
    {
      subject: named('claim that identifies a person'),
      email: named('claim with the e-mail address'),
      name: named('claim with the name'),
      groups: named('claim with the groups'),
    },
    { description: 'Which claims say who a person is; what is usual depends on the vendor.' },
  ),
  hostedDomain: text('For Google Workspace: the domain that people must belong to.', 253),
  redirectUri: ourAddress('Where it sends people back to.'),
  backchannelLogoutUri: ourAddress('Where it says that a session has ended.'),
})

export type OidcSettings = Required<Omit<ValueIn<typeof oidc>, 'claims'>> & {
  readonly claims: { readonly [K in keyof ClaimNames]: string | null }
}

/** What somebody who signs in for the first time becomes. Nobody becomes an owner that way. */
export const givenRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[]

const jit = shape.object(
  {
    enabled: shape.boolean({ description: 'Whether members are created when they first sign in.' }),
    role: shape.enum(givenRoles, { description: 'Their role.', default: 'member' }),
  },
  { required: ['enabled'] },
)

/** As stored. */
export interface JitSettings {
  readonly enabled: boolean
  readonly role: (typeof givenRoles)[number]
}

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
  resourceType: 'identity_provider',
  home: 'organisation',
  labelFields: ['name'],
  neededBy: 'sso_settings',
  verbs,
  access: { create: 'admin', update: 'admin' },
  needsRecentSignIn: true,
  fields: {
    ...identity(),
    name: field.name({ about: 'The label of its button on the sign-in page.' }),
    protocol: field.oneOf(['saml', 'oidc'], { about: 'The protocol it uses.', immutable: true }),
    vendor: field.oneOf(vendorNames, {
      about: 'Whose product it is, which decides what is usual there.',
      default: 'generic',
    }),
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
    lastSignInAt: field.timestamp({
      about: 'When somebody last signed in through it.',
      managed: true,
      nullable: true,
    }),
    jit: field.json<JitSettings>()(jit, {
      about: 'Whether people who are not members yet become members when they sign in, and as what.',
      default: { enabled: false, role: 'member' },
    }),
    saml: field.json<SamlSettings>()(saml, { about: 'Settings for SAML; null for OIDC.', nullable: true }),
    oidc: field.json<OidcSettings>()(oidc, { about: 'Settings for OIDC; null for SAML.', nullable: true }),
    configuredBy: field.text({
      about: 'Who last changed what is sent where: a vault item without uses is open to whoever put it in.',
      managed: true,
      internal: true,
      nullable: true,
    }),
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
