import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { arrayOf, type JsonSchema, whenOneOf } from '../kind/schema.ts'

export interface SamlSettings {
  readonly ssoUrl: string | null
  readonly signingCert: string | null
  readonly nameIdFormat: string | null
  readonly signRequests: boolean
  readonly spEntityId: string | null
  readonly acsUrl: string | null
}

export interface OidcSettings {
  readonly clientId: string | null
  readonly clientSecretVaultKeyword: string | null
  readonly discoveryUrl: string | null
  readonly authorizationEndpoint: string | null
  readonly tokenEndpoint: string | null
  readonly userinfoEndpoint: string | null
  readonly jwksUri: string | null
  readonly jwksCachedAt: string | null
  readonly scopes: readonly string[]
}

const text: JsonSchema = { type: ['string', 'null'], maxLength: limits.url }

const saml: JsonSchema = {
  type: 'object',
  properties: {
    ssoUrl: text,
    signingCert: { type: ['string', 'null'], maxLength: limits.description },
    nameIdFormat: text,
    signRequests: { type: 'boolean' },
    spEntityId: text,
    acsUrl: text,
  },
  additionalProperties: false,
}

const oidc: JsonSchema = {
  type: 'object',
  properties: {
    clientId: text,
    clientSecretVaultKeyword: text,
    discoveryUrl: text,
    authorizationEndpoint: text,
    tokenEndpoint: text,
    userinfoEndpoint: text,
    jwksUri: text,
    jwksCachedAt: { type: ['string', 'null'], format: 'date-time' },
    scopes: arrayOf({ type: 'string', maxLength: limits.name }, limits.items),
  },
  additionalProperties: false,
}

export const identityProvider = defineKind({
  name: 'identity_provider',
  noun: 'identity provider',
  title: 'IdentityProvider',
  about: 'Where members can sign in. The client secret stays in the vault.',
  group: 'Identity',
  path: '/identity-providers',
  listAs: 'providers',
  table: 'identity_providers',
  idParam: 'providerId',
  idPrefix: 'idp',
  home: 'organisation',
  verbs,
  access: { create: 'admin', update: 'admin' },
  fields: {
    ...identity(),
    name: field.name({ about: 'What the button says.' }),
    protocol: field.oneOf(['saml', 'oidc'], { about: 'How it speaks.', immutable: true }),
    status: field.oneOf(['configuring', 'active', 'disabled', 'error'], {
      about: 'Whether it is in use.',
      default: 'configuring',
    }),
    priority: field.integer({ about: 'Lower is preferred.', default: 100 }),
    lastTestedAt: field.timestamp({ about: 'When it was last tested.', managed: true, nullable: true }),
    lastTestResult: field.oneOf(['success', 'failed'], {
      about: 'How that went.',
      managed: true,
      nullable: true,
    }),
    saml: field.json<SamlSettings>()(saml, { about: 'For SAML; null for OIDC.', nullable: true }),
    oidc: field.json<OidcSettings>()(oidc, { about: 'For OIDC; null for SAML.', nullable: true }),
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
