import { bookkeeping, field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { worded } from '../kind/patterns.ts'

export const scimSecretPrefix = 'svc_scim_'

/** 192 bits, which nobody can guess. */
export const scimSecretPattern = worded(
  `^${scimSecretPrefix}[0-9a-f]{48}$`,
  `must be ${scimSecretPrefix} and 48 lower-case hexadecimal digits: 24 random bytes`,
)

export const scimToken = defineKind({
  name: 'scim_token',
  noun: 'SCIM token',
  title: 'ScimToken',
  about:
    'A credential with which a directory manages people and groups at `/scim/v2`. It is valid nowhere else, and no other credential is valid there.',
  group: 'Identity',
  path: '/scim-tokens',
  table: 'scim_tokens',
  idParam: 'scimTokenId',
  idPrefix: 'sct',
  home: 'organisation',
  labelFields: ['name'],
  verbs: [],
  needsRecentSignIn: true,
  fields: {
    ...identity(),
    name: field.name({
      about: 'Which directory uses it. The audit log shows it for what the directory did.',
    }),
    identityProviderId: field.ref('identity_provider', {
      about:
        'The identity provider through which the people of this directory sign in. It may link them by their user name or address, whatever their domain.',
      nullable: true,
    }),
    prefix: field.text({ about: 'The beginning of the secret.', managed: true, max: 32 }),
    lastFour: field.text({ about: 'The last four characters of the secret.', managed: true, max: 4 }),
    createdBy: field.ref('user', {
      about: 'Who created it. It stays valid when they leave.',
      managed: true,
      nullable: true,
    }),
    lastUsedAt: field.timestamp({
      about: 'When it was last used, accurate to about a minute.',
      managed: true,
      nullable: true,
    }),
    digest: field.text({
      about: 'SHA-256 of the secret.',
      internal: true,
      secret: true,
      managed: true,
      max: 64,
    }),
    createdAt: field.timestamp({
      ...bookkeeping,
      about: 'When it was created.',
      managed: true,
      nullable: true,
    }),
  },
  example: { name: 'Entra ID' },
})
