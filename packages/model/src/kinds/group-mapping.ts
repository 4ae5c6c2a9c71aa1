import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { notBlank } from '../kind/patterns.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import { modes } from '../vocabulary.ts'
import { givenRoles } from './identity-provider.ts'

/** What is named and does not exist is another mistake. */
const isSaid = (value: string | null | undefined): boolean => value !== null && value !== undefined

const unsaid = { properties: { identityProviderId: { type: 'null' as const } } }
const said = {
  properties: { identityProviderId: { type: 'string' as const, pattern: notBlank } },
  required: ['identityProviderId'],
}

export const groupMapping = defineKind({
  name: 'group_mapping',
  noun: 'group mapping',
  title: 'GroupMapping',
  about:
    'What membership of a group elsewhere gives here: a place in a team, a role, or both. Only what a mapping gave is ever taken away by one.',
  group: 'Identity',
  path: '/group-mappings',
  table: 'group_mappings',
  idParam: 'mappingId',
  idPrefix: 'gmap',
  resourceType: 'group_mapping',
  home: 'organisation',
  labelFields: ['group'],
  columns: ['group', 'source', 'identityProviderId', 'teamId', 'role'],
  // All of them are looked at whenever somebody signs in.
  maxRecords: 1_000,
  verbs,
  access: { create: 'admin', update: 'admin' },
  needsRecentSignIn: true,
  fields: {
    ...identity(),
    source: field.oneOf(['idp', 'scim'], {
      about: 'Who says who is in the group: an identity provider at sign-in, or a directory over SCIM.',
      immutable: true,
      filter: true,
    }),
    identityProviderId: field.ref('identity_provider', {
      about: 'The identity provider, for source `idp`.',
      nullable: true,
      immutable: true,
      filter: true,
      onDelete: 'remove',
    }),
    group: field.text({
      about:
        'The group, in the same case: the id or the name that the identity provider sends; for SCIM its displayName, or the id that svc gave it (`id`, not `externalId`). Prefer an id, which stays the same when the group is renamed.',
      max: 500,
      pattern: notBlank,
    }),
    teamId: field.ref('team', {
      about: 'The team that people in the group are members of.',
      modeBy: 'mode',
      nullable: true,
      filter: true,
    }),
    mode: field.oneOf(modes, { about: 'Whether that is a live or a test team.', default: 'live' }),
    role: field.oneOf(givenRoles, {
      about:
        'The role of people in the group; the highest of several counts. Nobody becomes an owner this way.',
      nullable: true,
    }),
    ...timestamps(),
  },
  rules: [
    {
      field: 'identityProviderId',
      about: () => 'is required for source idp',
      holds: ({ source, identityProviderId }) => source !== 'idp' || isSaid(identityProviderId),
      schema: whenOneOf('source', ['idp'], said),
    },
    {
      field: 'identityProviderId',
      about: () => 'must be omitted for source scim',
      holds: ({ source, identityProviderId }) => source !== 'scim' || !isSaid(identityProviderId),
      schema: whenOneOf('source', ['scim'], unsaid),
    },
    {
      field: 'role',
      about: () => 'is required unless there is a team: a mapping gives at least one of them',
      holds: ({ teamId, role }) => isSaid(teamId) || role !== null,
      schema: {
        anyOf: [
          { properties: { teamId: { type: 'string', pattern: notBlank } }, required: ['teamId'] },
          { properties: { role: { enum: [...givenRoles] } }, required: ['role'] },
        ],
      },
    },
  ],
  example: { source: 'idp', identityProviderId: 'idp_…', group: 'payments-engineers', role: 'member' },
})
