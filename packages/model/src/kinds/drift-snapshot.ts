import { field, identity, limits } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { arrayOf, closedObject, type JsonSchema } from '../kind/schema.ts'

export interface DriftMapping {
  readonly mappingId: string
  readonly environment: string
  readonly variable: string
  readonly kind: 'missing' | 'changed' | 'extra'
  readonly expectedFingerprint: string | null
  readonly actualFingerprint: string | null
}

const text: JsonSchema = { type: 'string', maxLength: limits.name }

const mapping = closedObject({
  mappingId: text,
  environment: text,
  variable: text,
  kind: { type: 'string', enum: ['missing', 'changed', 'extra'] },
  expectedFingerprint: { type: ['string', 'null'], maxLength: limits.name },
  actualFingerprint: { type: ['string', 'null'], maxLength: limits.name },
})

export const driftSnapshot = defineKind({
  name: 'drift_snapshot',
  noun: 'drift snapshot',
  title: 'DriftSnapshot',
  about: 'Where the environments of a project differed when they were scanned. Fingerprints, never values.',
  group: 'Drift',
  path: '/drift/snapshots',
  table: 'drift_snapshots',
  idParam: 'snapshotId',
  idPrefix: 'dft',
  home: 'partition',
  verbs: ['list', 'read'],
  fields: {
    ...identity(),
    appId: field.ref('project', { about: 'The project scanned.', filter: true, onDelete: 'remove' }),
    scannedAt: field.timestamp({ about: 'When it was scanned.' }),
    source: field.text({ about: 'What scanned it.', nullable: true }),
    mappingsTotal: field.integer({ about: 'How many mappings were compared.' }),
    driftedCount: field.integer({ about: 'How many of them differ.' }),
    mappings: field.json<readonly DriftMapping[]>()(arrayOf(mapping), { about: 'Those that differ.' }),
  },
  newestBy: 'scannedAt',
  defaultLimit: 100,
  requiredFilters: ['appId'],
  example: {
    appId: 'prj_…',
    scannedAt: '2026-11-01T06:00:00.000Z',
    mappingsTotal: 40,
    driftedCount: 0,
    mappings: [],
  },
})
