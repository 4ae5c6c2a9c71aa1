import { bookkeeping, field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const oncallFeedPrefix = 'svc_cal_'

/** What a feed shows: all of on-call, that of a team, or the shifts of a person. */
export const oncallFeedSorts = ['everything', 'team', 'person'] as const

export const oncallFeed = defineKind({
  name: 'oncall_feed',
  noun: 'on-call feed',
  title: 'OnCallFeed',
  about:
    'An address that calendar programs subscribe to. Whoever has it can read who is on call, without signing in, until it is revoked.',
  group: 'On-call bindings',
  path: '/oncall/feeds',
  table: 'oncall_feeds',
  idParam: 'feedId',
  idPrefix: 'ocf',
  home: 'partition',
  labelFields: ['name'],
  verbs: [],
  maxRecords: 1_000,
  fields: {
    ...identity(),
    name: field.name({ about: 'What it is used for.' }),
    of: field.oneOf(oncallFeedSorts, {
      about: 'What it shows: everything, the bindings of a team, or the shifts of a member.',
      default: 'everything',
    }),
    teamId: field.ref('team', {
      about: 'The team. For `team` only.',
      nullable: true,
      onDelete: 'remove',
    }),
    userUid: field.ref('user', { about: 'The member. For `person` only.', nullable: true }),
    lastFour: field.text({ about: 'The last four characters of the secret.', managed: true, max: 4 }),
    createdBy: field.ref('user', {
      about: 'Who created it. It is not served while they are deactivated.',
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
  rules: [
    {
      field: 'teamId',
      about: ({ of }) => (of === 'team' ? 'is required for a feed of a team' : `must be omitted for ${of}`),
      holds: ({ of, teamId }) => (of === 'team') === (teamId !== null),
    },
    {
      field: 'userUid',
      about: ({ of }) =>
        of === 'person' ? 'is required for a feed of a person' : `must be omitted for ${of}`,
      holds: ({ of, userUid }) => (of === 'person') === (userUid !== null),
    },
  ],
  example: { name: 'My calendar' },
})
