import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { sloStatuses } from './slo.ts'

export const sloSnapshot = defineKind({
  name: 'slo_snapshot',
  noun: 'SLO snapshot',
  title: 'SloSnapshot',
  about: 'The state of an SLO at a quarter hour.',
  group: 'SLOs',
  path: '/slos/{sloId}/snapshots',
  table: 'slo_snapshots',
  idParam: 'snapshotId',
  idPrefix: 'sls',
  home: 'partition',
  verbs: [],
  fields: {
    ...identity(),
    sloId: field.ref('slo', { about: 'The SLO.', filter: true, onDelete: 'remove' }),
    takenAt: field.timestamp({ about: 'The quarter hour it was taken at.' }),
    currentValue: field.number({ about: 'The measurement at that time.', nullable: true }),
    target: field.number({ about: 'The target at that time.' }),
    status: field.oneOf(sloStatuses, { about: 'The status at that time.', nullable: true }),
    statusReason: field.text({ about: 'Why it had no status.', max: 500, nullable: true }),
    errorBudgetTotal: field.number({
      label: 'Error budget',
      about: 'The total error budget at that time.',
      nullable: true,
    }),
    errorBudgetRemaining: field.number({
      label: 'Budget left',
      about: 'What was left of it.',
      nullable: true,
    }),
    errorBudgetPercentUsed: field.number({
      label: 'Budget used',
      about: 'The percentage of it that was used.',
      nullable: true,
    }),
    burnRate1h: field.number({
      about: 'How fast it was used in the preceding hour; at 1 it lasts exactly for the window.',
      nullable: true,
    }),
    burnRate6h: field.number({ about: 'The same for the preceding six hours.', nullable: true }),
    burnRate3d: field.number({ about: 'The same for the preceding three days.', nullable: true }),
  },
  unique: ['sloId', 'takenAt'],
  defaultLimit: 500,
  unlogged: true,
  example: { sloId: 'slo_…', takenAt: '2026-11-01T06:00:00.000Z', target: 99.9 },
})
