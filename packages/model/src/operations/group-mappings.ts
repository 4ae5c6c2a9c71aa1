import { schemasOf } from '../kind/schemas.ts'
import { groupMapping } from '../kinds/group-mapping.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { modes, roles } from '../vocabulary.ts'
import type { Operation } from './operation.ts'

/** How many entries each list of a preview has at most. */
export const maxPreviewed = 1_000

const member = {
  uid: shape.text({ description: 'The member.' }),
  email: shape.nullable(shape.text({ description: 'Their e-mail address.' })),
}

const place = shape.object({
  ...member,
  teamId: shape.text({ description: 'The team.' }),
  mode: shape.enum(modes, { description: 'Whether that is a live or a test team.' }),
})

const preview = shape.object(
  {
    members: shape.integer({
      minimum: 0,
      description: 'How many members are known to be in the group: those who have signed in or were synced.',
    }),
    joins: shape.array(place, { description: 'Who would join which team.' }),
    leaves: shape.array(place, { description: 'Who would leave which team.' }),
    roles: shape.array(shape.object({ ...member, from: shape.enum(roles), to: shape.enum(roles) }), {
      description: 'Whose role would change.',
    }),
    heldBack: shape.array(shape.object({ ...member, reason: shape.text() }), {
      description: 'What the mappings say and would not happen, and why.',
    }),
    truncated: shape.boolean({
      description: `Whether a list had more than ${maxPreviewed} entries, of which the first are here.`,
    }),
  },
  { title: 'GroupMappingPreview' },
)

export type GroupMappingPreview = ValueIn<typeof preview>

export const previewGroupMapping = {
  id: 'previewGroupMapping',
  method: 'POST',
  path: `${groupMapping.path}/preview`,
  summary: 'Preview a group mapping',
  about:
    'Takes what creating one takes, says what it would change for the members who are known to be in the group, and changes nothing.',
  group: groupMapping.group,
  scope: 'admin',
  body: shape.extended(
    schemasOf(groupMapping).create,
    {
      replaces: shape.text({
        minLength: 1,
        maxLength: 200,
        description: 'The id of the mapping that would be changed to this; without it, one is added.',
      }),
    },
    { required: [], title: 'GroupMappingPreviewInput' },
  ),
  bodyRule: { allOf: (groupMapping.rules ?? []).flatMap(({ schema }) => schema ?? []) },
  bodyExample: groupMapping.example,
  success: { status: 200, about: 'What would change.', schema: preview },
  problems: ['not_found'],
} as const satisfies Operation

const mappingIds = shape.array(shape.text(), { description: 'The mappings that give it.' })

const origins = shape.object(
  {
    uid: shape.text(),
    role: shape.object({
      role: shape.nullable(shape.enum(roles, { description: 'Their role.' })),
      origin: shape.enum(['hand', 'default', 'mapping'], {
        description:
          'Where it comes from: somebody chose it, people get it when they first come in, or mappings give it.',
      }),
      mappingIds,
      mappedRole: shape.nullable(shape.enum(roles, { description: 'What the mappings say.' })),
      heldBack: shape.nullable(
        shape.text({ description: 'Why their role is not what the mappings say; null if it is.' }),
      ),
    }),
    teams: shape.array(
      shape.object({
        teamId: shape.text(),
        mappingIds,
        isByHand: shape.boolean({
          description: 'Whether they were in it before, and stay when the mappings no longer say so.',
        }),
      }),
      { description: 'The teams, in the mode of the credential, that mappings say they are in.' },
    ),
  },
  { title: 'UserOrigins' },
)

export type UserOrigins = ValueIn<typeof origins>

export const getUserOrigins = {
  id: 'getUserOrigins',
  method: 'GET',
  path: '/users/{uid}/origins',
  summary: 'Get where a member’s role and teams come from',
  about: 'What group mappings give a member, and what people gave them.',
  group: 'Users',
  scope: 'read',
  success: { status: 200, about: 'Where they come from.', schema: origins },
} as const satisfies Operation
