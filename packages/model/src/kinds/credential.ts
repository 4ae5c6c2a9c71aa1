import { field, identity, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { keyScopes, modes, tokenScopes } from '../vocabulary.ts'

/** Common to personal tokens and organisation keys; of the secret itself only a digest is stored. */
const secretFields = {
  name: field.name({ about: 'What it is used for.' }),
  mode: field.oneOf(modes, { about: 'Which data it can access.', default: 'live' }),
  prefix: field.text({ about: 'The beginning of the secret.', managed: true, max: 32 }),
  lastFour: field.text({ about: 'The last four characters of the secret.', managed: true, max: 4 }),
  expiresAt: field.timestamp({ about: 'When it expires.', nullable: true }),
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
}

export const token = defineKind({
  name: 'token',
  noun: 'personal access token',
  title: 'Token',
  about: 'A credential of a person. It never has more permissions than the person.',
  group: 'Credentials',
  path: '/tokens',
  table: 'tokens',
  idParam: 'tokenId',
  idPrefix: 'tok',
  home: 'organisation',
  labelFields: ['name'],
  verbs: [],
  fields: {
    ...identity(),
    userId: field.ref('user', { about: 'The member it belongs to.', managed: true, onDelete: 'remove' }),
    scopes: field.severalOf(tokenScopes, {
      about: 'What it may do, as far as its owner may.',
      default: ['read'],
    }),
    ...secretFields,
    endsWithSetup: field.boolean({
      about: 'Whether it is revoked as soon as its owner has chosen a password.',
      internal: true,
      managed: true,
      default: false,
    }),
  },
  example: { name: 'laptop', scopes: ['read', 'write'] },
})

export const apiKey = defineKind({
  name: 'api_key',
  noun: 'API key',
  title: 'ApiKey',
  about: 'A credential of the organisation, for machines. It can never delete or administer.',
  group: 'Credentials',
  path: '/api-keys',
  table: 'api_keys',
  idParam: 'keyId',
  idPrefix: 'key',
  home: 'organisation',
  labelFields: ['name'],
  verbs: [],
  fields: {
    ...identity(),
    scopes: field.severalOf(keyScopes, { about: 'What it may do.', default: ['read'] }),
    ...secretFields,
  },
  example: { name: 'ci', scopes: ['read', 'write'] },
})
