import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/schema.ts'

export const oncallBinding = defineKind({
  name: 'oncall_binding',
  noun: 'on-call binding',
  title: 'OnCallBinding',
  about: 'Says where to ask who is on call for a team, a project or a resource.',
  group: 'On-call bindings',
  path: '/oncall/bindings',
  table: 'oncall_bindings',
  idParam: 'bindingId',
  idPrefix: 'ocb',
  home: 'partition',
  verbs,
  fields: {
    ...identity(),
    scope: field.oneOf(['team', 'component', 'resource'], {
      about: 'What targetId is.',
      immutable: true,
      filter: true,
    }),
    targetId: field.ref(
      { by: 'scope', kinds: { team: 'team', component: 'project', resource: 'resource' } },
      { about: 'A team, project or resource.', immutable: true, filter: true, onDelete: 'remove' },
    ),
    provider: field.oneOf(['pagerduty', 'opsgenie', 'manual'], {
      about: 'Who knows.',
      immutable: true,
      filter: true,
    }),
    scheduleId: field.text({
      about: "The provider's schedule; needed for pagerduty and opsgenie, null for manual.",
      nullable: true,
      immutable: true,
    }),
    label: field.text({ about: 'A name for people.', nullable: true }),
    currentlyOnCallUserName: field.text({ about: 'Who is on call.', managed: true, nullable: true }),
    currentlyOnCallUserEmail: field.text({ about: 'Their address.', managed: true, nullable: true }),
    currentlyOnCallUserUid: field.ref('user', {
      about: 'The member with that address.',
      managed: true,
      nullable: true,
    }),
    currentShiftStartsAt: field.timestamp({ about: 'Since when.', managed: true, nullable: true }),
    currentShiftEndsAt: field.timestamp({ about: 'Until when.', managed: true, nullable: true }),
    lastFetchedAt: field.timestamp({
      about: 'When the provider was last asked.',
      managed: true,
      nullable: true,
    }),
    lastFetchError: field.text({
      about: 'Why the last answer failed.',
      max: 2_048,
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  unique: ['scope', 'targetId', 'provider'],
  rules: [
    {
      field: 'scheduleId',
      about: ({ provider }) => `is required for provider ${provider}`,
      holds: ({ provider, scheduleId }) =>
        provider === 'manual' || (scheduleId !== null && scheduleId.trim() !== ''),
      schema: whenOneOf('provider', ['pagerduty', 'opsgenie'], {
        properties: { scheduleId: { type: 'string', pattern: '\\S' } },
        required: ['scheduleId'],
      }),
    },
  ],
  example: {
    scope: 'team',
    targetId: 'team_…',
    provider: 'pagerduty',
    scheduleId: 'PABC123',
    label: 'Primary',
  },
})
