import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { arrayOf, closedObject, dateTime, whenOneOf } from '../kind/schema.ts'

export const sloTypes = ['availability', 'latency', 'errorRate', 'throughput', 'custom'] as const
export const sloWindows = [
  'rolling7d',
  'rolling30d',
  'rolling90d',
  'calendarMonth',
  'calendarQuarter',
] as const
export const sloStatuses = ['met', 'atRisk', 'breached'] as const

/** A measurement as it was reported. */
export interface TakenReport {
  readonly externalId: string
  readonly value: number
  readonly at: string
}

/** Of each SLO. A sender repeats what it has just sent, so that more would only make the record larger. */
export const takenReportsKept = 100

const takenReport = closedObject({
  externalId: { type: 'string', maxLength: limits.name },
  value: { type: 'number' },
  at: dateTime,
})

const percentageTypes: readonly string[] = ['availability', 'latency', 'errorRate']
const isShare = (value: number | null) => value === null || (value >= 0 && value <= 100)

export const slo = defineKind({
  name: 'slo',
  noun: 'SLO',
  title: 'Slo',
  about: 'A promise about how well a project does, with an error budget.',
  group: 'SLOs',
  path: '/slos',
  table: 'slos',
  idParam: 'sloId',
  idPrefix: 'slo',
  resourceType: 'slo',
  home: 'partition',
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'What is promised.' }),
    appId: field.ref('project', {
      about: 'The project it is about.',
      filter: true,
      immutable: true,
      onDelete: 'remove',
    }),
    type: field.oneOf(sloTypes, { about: 'What is measured.', filter: true }),
    target: field.number({
      about:
        'A percentage for `availability` and `errorRate`, a percentile for `latency`, a figure in your own unit for the others.',
      min: 0,
    }),
    unit: field.text({ about: 'The unit of the target and of what is measured.', max: 64, nullable: true }),
    window: field.oneOf(sloWindows, { about: 'The time it is measured over.' }),
    currentValue: field.number({ about: 'The latest measurement.', nullable: true, measured: true }),
    errorBudgetTotal: field.number({
      about: 'The whole error budget, in minutes of the window or in your own unit.',
      managed: true,
      nullable: true,
    }),
    errorBudgetRemaining: field.number({
      about: 'What is left of it; negative when overspent.',
      managed: true,
      nullable: true,
    }),
    errorBudgetPercentUsed: field.number({
      about: 'How much of it is used, in per cent; over 100 when overspent.',
      managed: true,
      nullable: true,
    }),
    status: field.oneOf(sloStatuses, {
      about: 'How it stands.',
      managed: true,
      nullable: true,
      filter: true,
    }),
    dataSource: field.text({
      about:
        'Where measurements come from. `prometheus:<PromQL>` is asked every quarter hour; any other text is only shown.',
      max: 10_000,
      nullable: true,
    }),
    dataSourceError: field.text({
      about: 'Why the last measurement failed; the value is then the one from before.',
      max: 2_048,
      managed: true,
      nullable: true,
    }),
    dataSourceReadAt: field.timestamp({
      about: 'When the data source last gave a measurement.',
      managed: true,
      nullable: true,
    }),
    lastUpdatedAt: field.timestamp({
      about: 'When the measurement or the budget last changed.',
      managed: true,
      nullable: true,
    }),
    measuredAt: field.timestamp({
      about: 'When the current value was measured: an older report does not replace it.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    takenReports: field.json<readonly TakenReport[]>()(arrayOf(takenReport, takenReportsKept), {
      about: 'The latest reports that had an externalId: sent again, they change nothing.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    termsChangedAt: field.timestamp({
      about:
        'Since when type, target and window are what they are: older snapshots say nothing about the burn.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  search: ['name'],
  rules: [
    {
      field: 'target',
      about: ({ type, target }) => `must be between 0 and 100 for type ${type}, not ${target}`,
      holds: ({ type, target }) => !percentageTypes.includes(type) || isShare(target),
      schema: whenOneOf('type', percentageTypes, { properties: { target: { maximum: 100 } } }),
    },
    {
      field: 'currentValue',
      about: ({ type, currentValue }) => `must be between 0 and 100 for type ${type}, not ${currentValue}`,
      holds: ({ type, currentValue }) => !percentageTypes.includes(type) || isShare(currentValue),
      schema: whenOneOf('type', percentageTypes, {
        properties: { currentValue: { minimum: 0, maximum: 100 } },
      }),
    },
  ],
  example: {
    name: 'Checkout answers',
    appId: 'prj_…',
    type: 'availability',
    target: 99.9,
    window: 'rolling30d',
  },
})
