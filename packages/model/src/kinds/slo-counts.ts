import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

/** How long the buckets of counts are, in minutes: the short ones for alerts, the long ones for whole windows. */
export const countBuckets = { short: 5, long: 60 } as const

const own = {
  ...identity().id,
  traits: { about: 'Its internal id.', managed: true, internal: true },
} as const

/** Stored so that a repeated report counts once. */
export const sloReport = defineKind({
  name: 'slo_report',
  noun: 'SLO report',
  title: 'SloReport',
  about: 'Counts of good and all events that were reported for an SLO.',
  group: 'SLOs',
  path: '/slos/{sloId}/reports',
  table: 'slo_reports',
  idParam: 'reportId',
  idPrefix: 'slr',
  home: 'partition',
  verbs: [],
  fields: {
    id: own,
    sloId: field.ref('slo', { about: 'The SLO.', filter: true, onDelete: 'remove' }),
    reference: field.text({
      about: 'What identifies the report: its external id, or its interval.',
      max: 300,
    }),
    startsAt: field.timestamp({ about: 'The start of the interval.' }),
    endsAt: field.timestamp({ about: 'The end of the interval.' }),
    good: field.number({ about: 'How many were good.', min: 0 }),
    total: field.number({ about: 'How many there were.', min: 0 }),
    receivedAt: field.timestamp({ about: 'When it was received.' }),
  },
  unique: ['sloId', 'reference'],
  unlogged: true,
  example: {
    sloId: 'slo_…',
    reference: 'from 2026-11-01T06:00:00.000Z',
    startsAt: '2026-11-01T06:00:00.000Z',
    endsAt: '2026-11-01T06:05:00.000Z',
    good: 995,
    total: 1_000,
    receivedAt: '2026-11-01T06:05:01.000Z',
  },
})

export const sloCount = defineKind({
  name: 'slo_count',
  noun: 'SLO count',
  title: 'SloCount',
  about: 'How many good events, and how many in total, an SLO had in a period of time.',
  group: 'SLOs',
  path: '/slos/{sloId}/counts',
  table: 'slo_counts',
  idParam: 'countId',
  idPrefix: 'slc',
  home: 'partition',
  verbs: [],
  fields: {
    id: own,
    sloId: field.ref('slo', { about: 'The SLO.', filter: true, onDelete: 'remove' }),
    minutes: field.integer({ about: 'The length of the period.', min: 1 }),
    startsAt: field.timestamp({ about: 'When it begins.' }),
    good: field.number({ about: 'How many events were good.', min: 0 }),
    total: field.number({ about: 'How many there were.', min: 0 }),
  },
  unique: ['sloId', 'minutes', 'startsAt'],
  unlogged: true,
  example: { sloId: 'slo_…', minutes: 60, startsAt: '2026-11-01T06:00:00.000Z', good: 995, total: 1_000 },
})
