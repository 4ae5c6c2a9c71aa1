import { byTheClock, field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { notBlank, wordsOf } from '../kind/patterns.ts'
import { addressesIn, membersIn, rotaFault, withMember } from '../kind/rota.ts'
import { rotaRule, rotaSchema } from '../kind/rota-schema.ts'
import { oncallFactsOf, oncallProviderNames } from '../upstreams/oncall-providers.ts'
import { user } from './user.ts'

const hasServices = (provider: string): boolean => oncallFactsOf(provider)?.hasServices ?? false

const bySchedule = oncallProviderNames.filter((one) => !hasServices(one))
const byEither = oncallProviderNames.filter(hasServices)
/** Those whose schedules have names with a format of their own instead of ids. */
const withNames = oncallProviderNames.filter((one) => oncallFactsOf(one)?.schedule !== undefined)

const marked = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')

const isSaid = (id: string | null | undefined): boolean => typeof id === 'string' && id.trim() !== ''

const said = (...keys: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string', pattern: notBlank }])),
  required: keys,
})

const unsaid = (...keys: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'null' }])),
})

interface Asked {
  readonly provider: string
  readonly scheduleId: string | null
}

export const oncallBinding = defineKind({
  name: 'oncall_binding',
  noun: 'on-call binding',
  title: 'OnCallBinding',
  about: 'Where to find out who is on call for a team, a project or a resource.',
  group: 'On-call bindings',
  path: '/oncall/bindings',
  table: 'oncall_bindings',
  idParam: 'bindingId',
  idPrefix: 'ocb',
  resourceType: 'oncall_binding',
  home: 'partition',
  labelFields: ['label'],
  columns: ['label', 'targetId', 'provider', 'currentlyOnCallUserName', 'currentShiftEndsAt'],
  place: { section: 'operations', position: 30, icon: 'phone-call', label: 'On call' },
  verbs,
  fields: {
    ...identity(),
    scope: field.oneOf(['team', 'component', 'resource'], {
      about: 'The kind of target; a `component` is a project.',
      immutable: true,
      filter: true,
    }),
    targetId: field.ref(
      { by: 'scope', kinds: { team: 'team', component: 'project', resource: 'resource' } },
      {
        label: 'For',
        about: 'The team, project or resource.',
        immutable: true,
        filter: true,
        onDelete: 'remove',
      },
    ),
    provider: field.oneOf([...oncallProviderNames, 'manual'], {
      about: 'The service that knows who is on call; `manual` if there is none.',
      immutable: true,
      filter: true,
    }),
    scheduleId: field.text({
      label: 'Schedule',
      about: [
        `The schedule at that provider. Required for ${marked(bySchedule)}, and for ${marked(byEither)} unless a service is given; omitted for \`manual\`.`,
        ...withNames.map((one) => oncallFactsOf(one)?.schedule?.about),
      ].join(' '),
      nullable: true,
      immutable: true,
      droppedWhen: { provider: ['manual'] },
    }),
    serviceId: field.text({
      label: 'Service',
      about: `The service at ${byEither.map((one) => oncallFactsOf(one)?.name).join(' or ')}, instead of a schedule: whoever its escalation policy calls first is on call.`,
      pattern: notBlank,
      nullable: true,
      immutable: true,
    }),
    label: field.text({ about: 'A display name.', nullable: true }),
    currentlyOnCallUserName: field.text({
      label: 'On call now',
      brief: true,
      about: 'The name of whoever is on call now.',
      managed: true,
      nullable: true,
    }),
    currentlyOnCallUserEmail: field.text({
      label: 'Their e-mail',
      about: 'Their e-mail address.',
      managed: true,
      nullable: true,
    }),
    currentlyOnCallUserUid: field.ref('user', {
      label: 'Their account',
      about: 'The member with that address.',
      managed: true,
      nullable: true,
      responsibility: 'onCallFor',
    }),
    currentShiftStartsAt: field.timestamp({
      label: 'Since',
      about: 'When their shift began.',
      managed: true,
      nullable: true,
    }),
    currentShiftEndsAt: field.timestamp({
      label: 'Until',
      about: 'When their shift ends.',
      managed: true,
      nullable: true,
    }),
    manual: field.shaped(
      rotaSchema,
      {
        label: 'Rota',
        about:
          'Who is on call, for `manual` only: one person, optionally until a given time, or several who take turns.',
        nullable: true,
        responsibility: 'onCallFor',
      },
      { target: user.name, idsIn: membersIn, swap: withMember },
    ),
    lastFetchedAt: field.timestamp({
      label: 'Last answer',
      about: 'When the provider last said who is on call.',
      managed: true,
      nullable: true,
    }),
    lastAttemptAt: field.timestamp({
      label: 'Last asked',
      about: 'When the provider was last asked, whether or not it responded.',
      managed: true,
      nullable: true,
    }),
    lastFetchError: field.text({
      label: 'What went wrong',
      about: 'Why the last attempt failed, or that it is the turn of a deactivated member.',
      max: 2_048,
      managed: true,
      nullable: true,
    }),
    changesAt: field.timestamp({
      about: 'When who is on call changes by time alone: a shift ends or another begins.',
      ...byTheClock,
    }),
    ...timestamps(),
  },
  strict: true,
  unique: ['scope', 'targetId', 'provider'],
  lookups: { rotaAddresses: ({ manual }) => (manual ? addressesIn(manual) : []) },
  rules: [
    {
      field: 'scheduleId',
      about: ({ provider }) =>
        hasServices(provider)
          ? `is required for provider ${provider}, unless there is a serviceId`
          : `is required for provider ${provider}`,
      holds: ({ provider, scheduleId, serviceId }) =>
        provider === 'manual' || isSaid(scheduleId) || (hasServices(provider) && isSaid(serviceId)),
      schema: whenOneOf('provider', bySchedule, said('scheduleId')),
    },
    ...withNames.map((name) => {
      const pattern = oncallFactsOf(name)?.schedule?.pattern ?? ''
      return {
        field: 'scheduleId',
        about: () => wordsOf(pattern),
        holds: ({ provider, scheduleId }: Asked) =>
          provider !== name || !isSaid(scheduleId) || new RegExp(pattern).test(scheduleId ?? ''),
        schema: whenOneOf('provider', [name], { properties: { scheduleId: { type: 'string', pattern } } }),
      }
    }),
    {
      field: 'serviceId',
      about: ({ provider }) =>
        `must be omitted if there is a scheduleId: ${oncallFactsOf(provider)?.name} takes one of them`,
      holds: ({ provider, scheduleId, serviceId }) =>
        !hasServices(provider) || !isSaid(serviceId) || !isSaid(scheduleId),
      schema: whenOneOf('provider', byEither, {
        oneOf: [
          { allOf: [said('scheduleId'), unsaid('serviceId')] },
          { allOf: [said('serviceId'), unsaid('scheduleId')] },
        ],
      }),
    },
    {
      field: 'serviceId',
      about: ({ provider }) => `is for provider ${byEither.join(' or ')} only, not for ${provider}`,
      holds: ({ provider, serviceId }) => hasServices(provider) || !isSaid(serviceId),
      schema: whenOneOf('provider', [...bySchedule, 'manual'], unsaid('serviceId')),
    },
    {
      field: 'manual',
      about: ({ provider }) => `is for provider manual only: ${provider} itself says who is on call`,
      holds: ({ provider, manual }) => provider === 'manual' || !manual,
      schema: whenOneOf('provider', oncallProviderNames, unsaid('manual')),
    },
    {
      field: 'manual',
      part: ({ manual }) => (manual ? rotaFault(manual)?.part : undefined),
      about: ({ manual }) => (manual && rotaFault(manual)?.about) ?? '',
      holds: ({ manual }) => !manual || rotaFault(manual) === undefined,
      schema: rotaRule,
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
