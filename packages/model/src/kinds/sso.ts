import { field, identity, timestamps, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { worded } from '../kind/patterns.ts'

/** A subdomain, so that the record conflicts with nothing else. */
export const challengeLabel = '_svc-challenge'

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
  resourceType: 'sso_domain',
  home: 'organisation',
  labelFields: ['normalizedDomain'],
  // Each is checked regularly.
  maxRecords: 200,
  neededBy: 'sso_settings',
  verbs: ['list', 'create', 'read', 'update', 'delete'],
  access: { create: 'admin', update: 'admin' },
  needsRecentSignIn: true,
  fields: {
    ...identity(),
    normalizedDomain: field.text({
      label: 'Domain',
      about: 'The domain, stored in lower case, without a trailing dot and in its ASCII form (`xn--…`).',
      // A DNS name has at most 253 characters, and the challenge label precedes this one.
      max: 253 - `${challengeLabel}.`.length,
      pattern: worded(
        '^[^\\s!-,/:-@\\[-`{-~.]+(\\.[^\\s!-,/:-@\\[-`{-~.]+)+\\.?$',
        'must be a domain name such as example.com',
      ),
      storedAs: worded(
        '^[a-z0-9.-]*[a-z0-9-]$',
        'must be in lower case, without a trailing dot and in its ASCII form (xn--…), as svc stores it',
      ),
      immutable: true,
    }),
    identityProviderId: field.ref('identity_provider', {
      about: 'The identity provider where its members sign in.',
      nullable: true,
    }),
    verificationStatus: field.oneOf(['pending', 'verified', 'failed', 'expired', 'conflict'], {
      about: 'Whether it is verified.',
      managed: true,
      default: 'pending',
    }),
    verificationMethod: field.oneOf(['dns_txt', 'dns_cname', 'http_meta', 'email_link'], {
      about:
        'How you prove that you control it. Changing the method restarts the verification. `email_link` works where ' +
        'svc sends mail: the link goes to postmaster of the domain, and whoever opens it must be an admin here.',
      default: 'dns_txt',
    }),
    verificationLocation: field.text({
      about:
        'Where to publish the value: the name of a DNS record, or the URL of a file. With `email_link` the address ' +
        'that the link is sent to.',
      max: 400,
      managed: true,
      filledFrom: ['normalizedDomain', 'verificationMethod'],
      nullable: true,
    }),
    verificationValue: field.text({
      about:
        'What to publish there: the text of the TXT record, the target of the CNAME, or the whole content of the ' +
        'file. Null with `email_link`.',
      managed: true,
      filledFrom: ['normalizedDomain', 'verificationMethod'],
      nullable: true,
    }),
    verificationMessage: field.text({
      about: 'What the last check found, in one sentence.',
      max: 1_000,
      managed: true,
      nullable: true,
    }),
    lastCheckedAt: field.timestamp({
      about: 'When it was last checked.',
      managed: true,
      nullable: true,
    }),
    enforcementOverride: field.oneOf(['inherit', 'disabled', 'optional', 'required'], {
      about: 'Whether its members must sign in through the provider, if that differs from the settings.',
      default: 'inherit',
    }),
    verifiedAt: field.timestamp({ about: 'When it was verified.', managed: true, nullable: true }),
    addedAt: field.timestamp({ about: 'When it was added.', managed: true, filledFrom: [], nullable: true }),
    challengedAt: field.timestamp({
      about: 'Since when the value is expected.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    provenAt: field.timestamp({
      about: 'When the value was last found.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    linkDigest: field.text({
      about: 'The digest of the link that was mailed last and not opened yet.',
      managed: true,
      internal: true,
      secret: true,
      nullable: true,
    }),
    linkEndsAt: field.timestamp({
      about: 'How long it can be opened.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    missedChecks: field.integer({
      about: 'How many checks in a row have not found the value.',
      managed: true,
      internal: true,
      default: 0,
    }),
    nextCheckAt: field.timestamp({
      about: 'When it is checked next.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  unique: ['normalizedDomain'],
  example: { normalizedDomain: 'example.com', verificationMethod: 'dns_txt' },
})

/** How long sessions last where an organisation sets nothing shorter. */
export const ownSessionLimits = { idleMinutes: 14 * 1_440, maxMinutes: 90 * 1_440 } as const

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
      about:
        'Who must sign in through an identity provider. Before it can be required, somebody must have signed in ' +
        'through one within the last 24 hours and two active admins or owners must have break-glass access; ' +
        '`required_verified` needs a verified domain too. While it is required, none of these can be removed.',
      default: 'disabled',
    }),
    allowPasswordFallback: field.boolean({ about: 'Whether passwords still work.', default: true }),
    breakGlassUidsCount: field.integer({
      about: 'How many members may always use a password.',
      managed: true,
      default: 0,
    }),
    breakGlassUids: field.refs('user', {
      about: 'Who they are.',
      managed: true,
      internal: true,
      default: [],
    }),
    defaultIdentityProviderId: field.ref('identity_provider', {
      about: 'The identity provider that is offered first.',
      nullable: true,
    }),
    forceJitProvisioning: field.boolean({
      about: 'Whether members are created when they first sign in.',
      default: false,
    }),
    passwordSessionGracePeriodMinutes: field.integer({
      about: 'How many minutes password sessions stay valid once SSO is required; 0 ends them at once.',
      max: 525_600,
      default: 0,
    }),
    enforcedSince: field.timestamp({
      about: 'Since when it is required as it is now.',
      managed: true,
      internal: true,
      nullable: true,
    }),
    secondFactor: field.oneOf(['none', 'admins', 'all'], {
      about:
        'Who must have a second factor or a passkey to use a password: nobody, admins and owners, or everyone. ' +
        'Those who have none can only add one after signing in. People who sign in through an identity provider ' +
        'are exempt: it is responsible for theirs.',
      default: 'none',
    }),
    sessionIdleMinutes: field.integer({
      about: `After how many minutes without use a session ends; 0 means ${ownSessionLimits.idleMinutes / 1_440} days. Holds for open sessions too.`,
      max: ownSessionLimits.idleMinutes,
      default: 0,
    }),
    sessionMaxMinutes: field.integer({
      about: `After how many minutes a session ends even if it is used; 0 means ${ownSessionLimits.maxMinutes / 1_440} days. Holds for open sessions too.`,
      max: ownSessionLimits.maxMinutes,
      default: 0,
    }),
    personalTokens: field.oneOf(['keep', 'revoke'], {
      about: 'What happens to personal tokens when SSO becomes required: they keep working, or are revoked.',
      default: 'keep',
    }),
    updatedAt: field.timestamp({
      ...bookkeeping,
      about: 'When they last changed.',
      managed: true,
      nullable: true,
    }),
  },
  example: { enforcementMode: 'optional' },
})
