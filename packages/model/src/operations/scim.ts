import { pageParams } from '../kind/filters.ts'
import { schemasOf } from '../kind/schemas.ts'
import { scimSecretPattern, scimToken } from '../kinds/scim-token.ts'
import { shape } from '../shape/shape.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

const shared = { group: 'Identity', scope: 'admin' } as const

export const listScimTokens = {
  ...shared,
  id: 'listScimTokens',
  method: 'GET',
  path: scimToken.path,
  summary: 'List the SCIM tokens',
  query: pageParams,
  success: {
    status: 200,
    about: 'Newest first, without their secrets.',
    schema: listOf('scimTokens', recordOf(scimToken)),
  },
} as const satisfies Operation

export const createScimToken = {
  ...shared,
  id: 'createScimToken',
  needsRecentSignIn: true,
  method: 'POST',
  path: scimToken.path,
  summary: 'Create a SCIM token',
  about:
    'Several may be valid at a time, so that one can replace another without an interruption. A token does not end when whoever created it leaves.',
  body: shape.extended(
    schemasOf(scimToken).create,
    {
      token: shape.text({
        pattern: scimSecretPattern,
        description:
          'The secret, for those who have made one themselves and keep it elsewhere. By default svc makes one.',
      }),
    },
    { required: [] },
  ),
  bodyExample: scimToken.example,
  problems: ['duplicate'],
  success: {
    status: 201,
    about: 'The token. Its secret is shown only once.',
    schema: {
      ...shape.extended(
        schemasOf(scimToken).record,
        {
          token: shape.nullable(
            shape.text({
              description: 'The secret itself. It is shown only once; svc stores only a digest.',
            }),
          ),
        },
        { title: 'NewScimToken' },
      ),
      examples: [
        {
          id: 'sct_01jcq8z3v1000a7k2m9x4q6r8t',
          name: 'Entra ID',
          identityProviderId: null,
          prefix: 'svc_scim_',
          lastFour: '9f3a',
          createdBy: 'usr_01jcq8z3v1000a7k2m9x4q6r8t',
          lastUsedAt: null,
          createdAt: '2026-11-15T12:00:00.000Z',
          token: 'svc_scim_…9f3a',
        },
      ],
    },
  },
} as const satisfies Operation

export const deleteScimToken = {
  ...shared,
  id: 'deleteScimToken',
  needsRecentSignIn: true,
  method: 'DELETE',
  path: '/scim-tokens/{scimTokenId}',
  summary: 'Revoke a SCIM token',
  about: 'People and groups that it made stay.',
  success: { status: 204, about: 'Revoked.' },
} as const satisfies Operation

export const getScimStatus = {
  ...shared,
  id: 'getScimStatus',
  method: 'GET',
  path: '/scim/status',
  summary: 'Get the state of provisioning by SCIM',
  success: {
    status: 200,
    about: 'What a directory manages here, and its last calls, newest first.',
    schema: shape.object(
      {
        url: shape.text({ description: 'The address that a directory is given.' }),
        people: shape.integer({ description: 'People that a directory manages.' }),
        activePeople: shape.integer({ description: 'Those of them who are active.' }),
        groups: shape.integer({ description: 'Groups that a directory manages.' }),
        calls: shape.array(
          shape.object({
            id: shape.text(),
            at: shape.text({ format: 'date-time', description: 'When it was answered.' }),
            tokenId: shape.text({ description: 'The token; it may have been revoked since.' }),
            tokenName: shape.text({ description: 'Its name at that time.' }),
            method: shape.text(),
            path: shape.text({ description: 'Below `/scim/v2`, without the query.' }),
            status: shape.integer({ description: 'The status of the answer.' }),
            detail: shape.nullable(shape.text({ description: 'Why it was refused, if it was.' })),
            agent: shape.nullable(shape.text({ description: 'The User-Agent of the directory.' })),
          }),
          { description: 'The last 50 of the organisation, up to a second old.' },
        ),
      },
      { title: 'ScimStatus' },
    ),
  },
} as const satisfies Operation
