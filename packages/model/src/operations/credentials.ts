import { pageParams } from '../kind/filters.ts'
import type { Kind } from '../kind/kind.ts'
import { schemasOf } from '../kind/schemas.ts'
import { apiKey, token } from '../kinds/credential.ts'
import { shape } from '../shape/shape.ts'
import { modes, roles, scopes } from '../vocabulary.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

const secret = shape.nullable(
  shape.text({ description: 'The secret itself. It is shown only once; svc stores only a digest.' }),
)

/** A new credential without its secret, as an example. */
const newCredential = (kind: Kind, prefix: string) => ({
  id: `${kind.idPrefix}_01jcq8z3v1000a7k2m9x4q6r8t`,
  ...(kind.fields.userId && { userId: 'usr_01jcq8z3v1000a7k2m9x4q6r8t' }),
  ...kind.example,
  mode: 'live',
  prefix,
  lastFour: '9f3a',
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-15T12:00:00.000Z',
})

export const me = {
  id: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Get the current caller',
  group: 'Credentials',
  scope: 'read',
  success: {
    status: 200,
    about: 'The caller: organisation, partition, user or key, and the scopes of the credential.',
    schema: shape.object(
      {
        organisation: shape.object({ id: shape.text(), name: shape.text() }),
        partition: shape.enum(modes),
        user: shape.nullable(
          shape.object({
            id: shape.text(),
            email: shape.nullable(shape.text()),
            displayName: shape.nullable(shape.text()),
            role: shape.enum(roles),
          }),
        ),
        key: shape.nullable(shape.object({ id: shape.text(), name: shape.text() })),
        scopes: shape.array(shape.enum(scopes)),
      },
      {
        title: 'Me',
        examples: [
          {
            organisation: { id: 'org_01jcq8z3v1000a7k2m9x4q6r8t', name: 'Acme' },
            partition: 'live',
            user: {
              id: 'usr_01jcq8z3v1000a7k2m9x4q6r8t',
              email: 'ada@example.com',
              displayName: 'Ada',
              role: 'admin',
            },
            key: null,
            scopes: ['read', 'write', 'admin'],
          },
        ],
      },
    ),
  },
} as const satisfies Operation

export const listTokens = {
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  summary: 'List your personal access tokens',
  about: 'A live token lists the tokens of both modes, a test token only test tokens.',
  group: 'Credentials',
  scope: 'read',
  query: pageParams,
  success: {
    status: 200,
    about: 'Newest first, without their secrets.',
    schema: listOf('tokens', recordOf(token)),
  },
  problems: ['forbidden'],
} as const satisfies Operation

export const createToken = {
  id: 'createToken',
  needsRecentSignIn: true,
  method: 'POST',
  path: '/tokens',
  summary: 'Create a personal access token',
  about: 'It cannot have a scope that the calling token lacks. A test token can create only test tokens.',
  group: 'Credentials',
  scope: 'write',
  // In the console everyone may create tokens within their role, even a viewer, for reading.
  scopeWaivedFor: 'sessions',
  body: schemasOf(token).create,
  bodyExample: token.example,
  success: {
    status: 201,
    about: 'The token. Its secret is shown only once.',
    schema: {
      ...shape.extended(schemasOf(token).record, { token: secret }, { title: 'NewToken' }),
      examples: [{ ...newCredential(token, 'svc_pat_live_'), token: 'svc_pat_live_…9f3a' }],
    },
  },
} as const satisfies Operation

export const deleteToken = {
  id: 'deleteToken',
  needsRecentSignIn: true,
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  summary: 'Revoke one of your personal access tokens',
  about: 'Needs the admin scope, except that any token can revoke itself.',
  group: 'Credentials',
  scope: 'admin',
  scopeWaivedFor: 'anyone',
  success: { status: 204, about: 'Revoked.' },
} as const satisfies Operation

export const listApiKeys = {
  id: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  summary: "List the organisation's API keys",
  group: 'Credentials',
  scope: 'admin',
  query: pageParams,
  success: {
    status: 200,
    about: 'Newest first, without their secrets.',
    schema: listOf('apiKeys', recordOf(apiKey)),
  },
} as const satisfies Operation

export const createApiKey = {
  id: 'createApiKey',
  needsRecentSignIn: true,
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key',
  about: 'A test token can create only test keys.',
  group: 'Credentials',
  scope: 'admin',
  body: schemasOf(apiKey).create,
  bodyExample: apiKey.example,
  success: {
    status: 201,
    about: 'The key. Its secret is shown only once.',
    schema: {
      ...shape.extended(schemasOf(apiKey).record, { key: secret }, { title: 'NewApiKey' }),
      examples: [{ ...newCredential(apiKey, 'svc_key_live_'), key: 'svc_key_live_…9f3a' }],
    },
  },
} as const satisfies Operation

export const deleteApiKey = {
  id: 'deleteApiKey',
  needsRecentSignIn: true,
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  summary: 'Revoke an API key',
  group: 'Credentials',
  scope: 'admin',
  success: { status: 204, about: 'Revoked.' },
} as const satisfies Operation
