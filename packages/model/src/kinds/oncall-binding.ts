import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/schema.ts'
import { notBlank } from '../kind/patterns.ts'

/** The services that can be asked who is on call. */
export const oncallServices = ['pagerduty', 'opsgenie'] as const

export const oncallBinding = defineKind({
  name: 'oncall_binding',
  noun: 'on-call binding',
  title: 'OnCallBinding',
  about: 'The place to ask who is on call for a team, a project or a resource.',
  group: 'On-call bindings',
  path: '/oncall/bindings',
  table: 'oncall_bindings',
  idParam: 'bindingId',
  idPrefix: 'ocb',
  resourceType: 'oncall_binding',
  home: 'partition',
  verbs,
  fields: {
    ...identity(),
    scope: field.oneOf(['team', 'component', 'resource'], {
      about: 'What the target is; a `component` is a project.',
      immutable: true,
      filter: true,
    }),
    targetId: field.ref(
      { by: 'scope', kinds: { team: 'team', component: 'project', resource: 'resource' } },
      { about: 'The team, project or resource.', immutable: true, filter: true, onDelete: 'remove' },
    ),
    provider: field.oneOf([...oncallServices, 'manual'], {
      about: 'The service that knows who is on call; `manual` where none does.',
      immutable: true,
      filter: true,
    }),
    scheduleId: field.text({
      about: 'The schedule at that service. Needed for `pagerduty` and `opsgenie`, left out for `manual`.',
      nullable: true,
      immutable: true,
    }),
    label: field.text({ about: 'A name for people.', nullable: true }),
    currentlyOnCallUserName: field.text({
      about: 'The name of whoever is on call now.',
      managed: true,
      nullable: true,
    }),
    currentlyOnCallUserEmail: field.text({ about: 'Their e-mail address.', managed: true, nullable: true }),
    currentlyOnCallUserUid: field.ref('user', {
      about: 'The member with that address.',
      managed: true,
      nullable: true,
      responsibility: 'onCallFor',
    }),
    currentShiftStartsAt: field.timestamp({
      about: 'When their shift began.',
      managed: true,
      nullable: true,
    }),
    currentShiftEndsAt: field.timestamp({ about: 'When their shift ends.', managed: true, nullable: true }),
    lastFetchedAt: field.timestamp({
      about: 'When the service was last asked.',
      managed: true,
      nullable: true,
    }),
    lastFetchError: field.text({
      about: 'Why the service could not answer when it was last asked.',
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
        properties: { scheduleId: { type: 'string', pattern: notBlank } },
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
