import { byTheClock, field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { whenOneOf } from '../kind/when-one-of.ts'
import { shape, type ValueIn } from '../shape/shape.ts'

export const sloTypes = ['availability', 'latency', 'errorRate', 'throughput', 'custom'] as const
export const sloWindows = [
  'rolling7d',
  'rolling30d',
  'rolling90d',
  'calendarMonth',
  'calendarQuarter',
] as const
export const sloStatuses = ['met', 'atRisk', 'breached'] as const
export const sloObjectives = ['atLeast', 'atMost'] as const

export type SloObjective = (typeof sloObjectives)[number]

/** Whether the target of a percentage is a minimum or a maximum. SLOs of other types say so themselves. */
export const percentageObjectives: Readonly<Record<string, SloObjective>> = {
  availability: 'atLeast',
  latency: 'atLeast',
  errorRate: 'atMost',
}

export const objectiveOf = (type: string, given: SloObjective | null): SloObjective =>
  percentageObjectives[type] ?? given ?? 'atLeast'

/** A day: most measurements arrive far more often, and few are meaningful for longer. */
export const defaultFreshnessMinutes = 1_440

const verdict = shape.object({
  at: shape.dateTime(),
  burnRate6h: shape.nullable(shape.number()),
  windowMinutes: shape.number(),
  horizonMinutes: shape.number(),
})

/** What a status was decided by, beyond the fields of the record itself. */
export type SloVerdict = ValueIn<typeof verdict>

const takenReport = shape.object({
  externalId: shape.text({ maxLength: limits.name }),
  value: shape.number(),
  at: shape.dateTime(),
})

/** A measurement as it was reported. */
export type TakenReport = ValueIn<typeof takenReport>

/** For each SLO. A sender repeats what it has just sent, so more would only make the record larger. */
export const takenReportsKept = 100

const percentageTypes: readonly string[] = Object.keys(percentageObjectives)
const typesThatMean = (objective: SloObjective): readonly string[] =>
  percentageTypes.filter((type) => percentageObjectives[type] === objective)
const isShare = (value: number | null) => value === null || (value >= 0 && value <= 100)

/** How often every SLO is measured and calculated. */
export const sloMinutes = 15

export const slo = defineKind({
  name: 'slo',
  noun: 'SLO',
  title: 'Slo',
  about: 'A service level objective of a project, with an error budget.',
  group: 'SLOs',
  path: '/slos',
  table: 'slos',
  idParam: 'sloId',
  idPrefix: 'slo',
  resourceType: 'slo',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'appId', 'status', 'target', 'currentValue', 'errorBudgetPercentUsed', 'window'],
  place: { section: 'operations', position: 20, icon: 'alarm-clock', key: 's' },
  everyMinutes: sloMinutes,
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    appId: field.ref('project', {
      about: 'The project it is about.',
      filter: true,
      immutable: true,
      onDelete: 'remove',
    }),
    type: field.oneOf(sloTypes, { about: 'The type of measurement.', filter: true }),
    target: field.number({
      unit: 'objective',
      weight: 'last',
      about:
        'For `availability` and `latency` the percentage of good events, for `errorRate` the percentage of bad ones, for the others a figure in your own unit.',
      min: 0,
    }),
    objective: field.oneOf(sloObjectives, {
      about:
        'Whether the target is a minimum or a maximum. It follows from the type, except for `throughput` and `custom`, where it defaults to `atLeast`.',
      nullable: true,
      measured: true,
    }),
    unit: field.text({
      echoes: 'target',
      about: 'The unit of the target and the measurements.',
      max: 64,
      nullable: true,
    }),
    window: field.oneOf(sloWindows, { weight: 'last', about: 'The period it is measured over.' }),
    currentValue: field.number({
      unit: 'nearObjective',
      about: 'The latest measurement.',
      nullable: true,
      measured: true,
    }),
    errorBudgetTotal: field.number({
      label: 'Error budget',
      unit: 'errorBudget',
      about: 'The total error budget, in minutes of the window or in your own unit.',
      managed: true,
      nullable: true,
    }),
    errorBudgetRemaining: field.number({
      label: 'Budget left',
      unit: 'errorBudget',
      about: 'What is left of it; negative when overspent.',
      managed: true,
      nullable: true,
    }),
    errorBudgetPercentUsed: field.number({
      label: 'Budget used',
      unit: 'percent',
      brief: true,
      weight: 'first',
      about: 'The percentage of it that is used; over 100 when overspent.',
      managed: true,
      nullable: true,
    }),
    status: field.oneOf(sloStatuses, {
      about: 'Its status.',
      managed: true,
      nullable: true,
      filter: true,
    }),
    statusReason: field.text({
      about:
        'Why there is no status: nothing has been measured yet, or not in this period, or not recently enough.',
      max: 500,
      managed: true,
      nullable: true,
    }),
    measuredAt: field.timestamp({
      about: 'When the current value was last measured or confirmed; an older report does not replace it.',
      managed: true,
      nullable: true,
    }),
    freshnessMinutes: field.integer({
      about:
        'How long a measurement counts; after that there is no status until the next one. Null means forever.',
      min: 1,
      nullable: true,
      default: defaultFreshnessMinutes,
      measured: true,
    }),
    dataSource: field.text({
      about:
        'Where measurements come from. `prometheus:<PromQL>` is queried every quarter hour; any other text is only displayed.',
      max: 10_000,
      nullable: true,
    }),
    dataSourceError: field.text({
      about: 'Why the last measurement failed; the previous value is then kept.',
      max: 2_048,
      managed: true,
      nullable: true,
    }),
    dataSourceReadAt: field.timestamp({
      about: 'When the data source last returned a measurement.',
      managed: true,
      nullable: true,
    }),
    lastUpdatedAt: field.timestamp({
      silent: true,
      about: 'When the measurement or the budget last changed.',
      managed: true,
      nullable: true,
    }),
    takenReports: field.shaped(shape.array(takenReport, { maxItems: takenReportsKept }), {
      about: 'The latest reports with an externalId: repeating them changes nothing.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    termsChangedAt: field.timestamp({
      about: 'When type, target or window last changed: older snapshots say nothing about the burn rate.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    changesAt: field.timestamp({
      about: 'When it changes by time alone: its value becomes stale, or a new period begins.',
      ...byTheClock,
    }),
    countedTo: field.timestamp({
      about: 'Until when events were counted; absent if only values are measured.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    burnAlerts: field.shaped(shape.array(shape.text()), {
      about: 'Which burn alerts are firing.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    verdict: field.shaped(verdict, {
      about: 'What the status was decided by.',
      internal: true,
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  search: ['name'],
  rules: [
    ...sloObjectives.map((objective) => {
      const types = typesThatMean(objective)
      return {
        field: 'objective' as const,
        about: ({ type }: { readonly type: string }) =>
          `must be ${objective} for type ${type}, or omitted; only throughput and custom have a choice`,
        holds: (slo: { readonly type: string; readonly objective: SloObjective | null }) =>
          !types.includes(slo.type) || [null, objective].includes(slo.objective),
        schema: whenOneOf('type', types, { properties: { objective: { enum: [objective, null] } } }),
      }
    }),
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
