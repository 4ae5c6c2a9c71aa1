import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const ssoDomain = defineKind({
  name: 'sso_domain',
  noun: 'SSO domain',
  title: 'SsoDomain',
  about: 'An e-mail domain whose members sign in through an identity provider.',
  group: 'Identity',
  path: '/sso/domains',
  table: 'sso_domains',
  idParam: 'domainId',
  idPrefix: 'ssd',
  home: 'organisation',
  verbs: ['list', 'create', 'read', 'update', 'delete'],
  access: { create: 'admin', update: 'admin' },
  fields: {
    ...identity(),
    normalizedDomain: field.text({
      about: 'In lower case, without a trailing dot.',
      max: 253,
      pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{1,62}\\.?$',
      immutable: true,
    }),
    identityProviderId: field.ref('identity_provider', {
      about: 'Where its members sign in.',
      nullable: true,
    }),
    verificationStatus: field.oneOf(['pending', 'verified', 'failed', 'expired', 'conflict'], {
      about: 'Whether it is known to be yours.',
      managed: true,
      default: 'pending',
    }),
    verificationMethod: field.oneOf(['dns_txt', 'dns_cname', 'http_meta', 'email_link'], {
      about: 'How that is shown.',
      default: 'dns_txt',
    }),
    enforcementOverride: field.oneOf(['inherit', 'disabled', 'optional', 'required'], {
      about: 'Where it differs from the settings.',
      default: 'inherit',
    }),
    verifiedAt: field.timestamp({ about: 'When it was verified.', managed: true, nullable: true }),
    addedAt: field.timestamp({ about: 'When it was added.', managed: true, nullable: true }),
    ...timestamps(),
  },
  unique: ['normalizedDomain'],
  example: { normalizedDomain: 'example.com', verificationMethod: 'dns_txt' },
})

export const ssoSettings = defineKind({
  name: 'sso_settings',
  noun: 'SSO settings',
  title: 'SsoSettings',
  about: 'How members of the organisation must sign in.',
  group: 'Identity',
  path: '/sso/settings',
  table: 'sso_settings',
  idParam: 'settingsId',
  idPrefix: 'sso',
  home: 'organisation',
  verbs: [],
  fields: {
    id: { ...identity().id, traits: { about: 'One for each organisation.', managed: true, internal: true } },
    enforcementMode: field.oneOf(['disabled', 'optional', 'required_verified', 'required_all'], {
      about: 'Who must sign in through a provider.',
      default: 'disabled',
    }),
    allowPasswordFallback: field.boolean({ about: 'Passwords still work.', default: true }),
    breakGlassUidsCount: field.integer({
      about: 'How many members may always use a password.',
      managed: true,
      default: 0,
    }),
    defaultIdentityProviderId: field.ref('identity_provider', { about: 'Offered first.', nullable: true }),
    forceJitProvisioning: field.boolean({
      about: 'Members are created when they first sign in.',
      default: false,
    }),
    passwordSessionGracePeriodMinutes: field.integer({
      about: 'How long password sessions live on once a provider is required; 0 revokes them at once.',
      max: 525_600,
      default: 0,
    }),
    updatedAt: field.timestamp({ about: 'When they last changed.', managed: true, nullable: true }),
  },
  example: { enforcementMode: 'optional' },
})
