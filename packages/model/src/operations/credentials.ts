import { pageParams } from '../kind/filters.ts'
import type { Kind } from '../kind/kind.ts'
import { closedObject, type JsonSchema } from '../kind/schema.ts'
import { schemasOf } from '../kind/schemas.ts'
import { apiKey, token } from '../kinds/credential.ts'
import { modes, roles, scopes } from '../vocabulary.ts'
import { listOf, type Operation, schemaRef } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }

interface NewCredential {
  readonly title: string
  /** The member with the secret. */
  readonly key: string
  readonly prefix: string
}

/** A new credential with its secret, which is shown this once. */
const withSecret = (kind: Kind, { title, key, prefix }: NewCredential): JsonSchema => {
  const { properties = {}, required = [] } = schemasOf(kind).record
  const secret: JsonSchema = {
    ...textOrNull,
    description: 'The secret itself: shown this once, kept only as a digest.',
  }
  const example = {
    id: `${kind.idPrefix}_01jcq8z3v1000a7k2m9x4q6r8t`,
    ...(kind.fields.userId && { userId: 'usr_01jcq8z3v1000a7k2m9x4q6r8t' }),
    ...kind.example,
    mode: 'live',
    prefix,
    lastFour: '9f3a',
    expiresAt: null,
    lastUsedAt: null,
    createdAt: '2026-11-15T12:00:00.000Z',
    [key]: `${prefix}…9f3a`,
  }
  return {
    ...closedObject({ ...properties, [key]: secret }, [...required, key]),
    title,
    examples: [example],
  }
}

export const me = {
  id: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Who am I?',
  group: 'Credentials',
  scope: 'read',
  success: {
    status: 200,
    about: 'The caller: organisation, partition, user or key, and what the credential may do.',
    schema: {
      ...closedObject({
        organisation: closedObject({ id: text, name: text }),
        partition: { type: 'string', enum: modes },
        user: {
          type: ['object', 'null'],
          properties: {
            id: text,
            email: textOrNull,
            displayName: textOrNull,
            role: { type: 'string', enum: roles },
          },
          required: ['id', 'email', 'displayName', 'role'],
          additionalProperties: false,
        },
        key: {
          type: ['object', 'null'],
          properties: { id: text, name: text },
          required: ['id', 'name'],
          additionalProperties: false,
        },
        scopes: { type: 'array', items: { type: 'string', enum: scopes } },
      }),
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
  },
} as const satisfies Operation

export const listTokens = {
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  summary: 'List your personal access tokens',
  about: 'A live token lists those of both modes, a test token only those for test.',
  group: 'Credentials',
  scope: 'read',
  query: pageParams,
  success: {
    status: 200,
    about: 'Newest first, without their secrets.',
    schema: listOf('tokens', schemaRef('Token')),
  },
  problems: ['forbidden'],
} as const satisfies Operation

export const createToken = {
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  summary: 'Create a personal access token',
  about: 'It gets no scope that the calling token lacks; a test token creates test tokens only.',
  group: 'Credentials',
  scope: 'write',
  body: schemasOf(token).create,
  bodyExample: token.example,
  success: {
    status: 201,
    about: 'The token; its secret is shown this once.',
    schema: withSecret(token, { title: 'NewToken', key: 'token', prefix: 'svc_pat_live_' }),
  },
} as const satisfies Operation

export const deleteToken = {
  id: 'deleteToken',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  summary: 'Revoke one of your personal access tokens',
  about: 'Needs the admin scope; but any token may revoke itself.',
  group: 'Credentials',
  scope: 'admin',
  success: { status: 204, about: 'It is refused from now on.' },
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
    schema: listOf('apiKeys', schemaRef('ApiKey')),
  },
} as const satisfies Operation

export const createApiKey = {
  id: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key',
  about: 'A test token creates test keys only.',
  group: 'Credentials',
  scope: 'admin',
  body: schemasOf(apiKey).create,
  bodyExample: apiKey.example,
  success: {
    status: 201,
    about: 'The key; its secret is shown this once.',
    schema: withSecret(apiKey, { title: 'NewApiKey', key: 'key', prefix: 'svc_key_live_' }),
  },
} as const satisfies Operation

export const deleteApiKey = {
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  summary: 'Revoke an API key',
  group: 'Credentials',
  scope: 'admin',
  success: { status: 204, about: 'It is refused from now on.' },
} as const satisfies Operation
