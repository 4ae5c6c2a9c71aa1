import { field, identity, limits } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { arrayOf, closedObject, type JsonSchema } from '../kind/schema.ts'
import { notBlank, worded } from '../kind/patterns.ts'

export interface DriftMapping {
  readonly mappingId: string
  readonly environment: string
  readonly variable: string
  readonly kind: 'missing' | 'changed' | 'extra'
  readonly expectedFingerprint: string | null
  readonly actualFingerprint: string | null
}

const text = (about: string): JsonSchema => ({
  type: 'string',
  maxLength: limits.name,
  description: about,
})
/** Two digests that nobody takes for a value, nor a value for one of them. */
const fingerprintPattern = worded(
  '^(hmac-)?sha256:[0-9a-f]{32,64}$',
  'must be sha256: or hmac-sha256: and 32 to 64 digits in hex, never the value itself',
)
const fingerprint = (about: string): JsonSchema => ({
  ...text(`${about} A salted digest, never the value.`),
  type: ['string', 'null'],
  pattern: fingerprintPattern,
})

const mapping = closedObject({
  mappingId: text('The mapping that was compared.'),
  environment: text('The environment that differs.'),
  variable: text('The variable that differs.'),
  kind: { type: 'string', enum: ['missing', 'changed', 'extra'], description: 'How it differs.' },
  expectedFingerprint: fingerprint('The fingerprint of the value that was expected.'),
  actualFingerprint: fingerprint('The fingerprint of the value that was found.'),
})

/** The first mapping whose fingerprints do not say what its kind says. */
const misfit = (mappings: readonly DriftMapping[]): string | undefined =>
  mappings.find(
    ({ kind, expectedFingerprint, actualFingerprint }) =>
      (expectedFingerprint === null) !== (kind === 'extra') ||
      (actualFingerprint === null) !== (kind === 'missing') ||
      expectedFingerprint === actualFingerprint,
  )?.mappingId

export const driftSnapshot = defineKind({
  name: 'drift_snapshot',
  noun: 'drift snapshot',
  title: 'DriftSnapshot',
  about: 'A scan of the environments of a project, with what differed. Fingerprints, never values.',
  group: 'Drift',
  path: '/drift/snapshots',
  table: 'drift_snapshots',
  idParam: 'snapshotId',
  idPrefix: 'dft',
  home: 'partition',
  verbs: ['list', 'read'],
  fields: {
    ...identity(),
    externalId: field.text({
      about: 'What the automation that reported it calls it; no two have the same.',
      pattern: notBlank,
      nullable: true,
    }),
    appId: field.ref('project', { about: 'The project that was scanned.', filter: true, onDelete: 'remove' }),
    scannedAt: field.timestamp({ about: 'When it was scanned.' }),
    source: field.text({ about: 'The tool that scanned it.', nullable: true }),
    mappingsTotal: field.integer({ about: 'How many mappings were compared.' }),
    driftedCount: field.integer({ about: 'How many of them differ.' }),
    mappings: field.json<readonly DriftMapping[]>()(arrayOf(mapping, limits.items), {
      about: 'Those that differ.',
    }),
  },
  rules: [
    {
      field: 'mappings',
      about: ({ mappings }) =>
        `must have the expected fingerprint unless kind is extra, and the actual one unless it is missing, two different ones; ${misfit(mappings)} has not`,
      holds: ({ mappings }) => misfit(mappings) === undefined,
    },
    {
      field: 'driftedCount',
      about: ({ driftedCount, mappings }) =>
        `must be the number of mappings, ${mappings.length}, not ${driftedCount}`,
      holds: ({ driftedCount, mappings }) => driftedCount === mappings.length,
    },
    {
      field: 'mappingsTotal',
      about: ({ driftedCount, mappingsTotal }) =>
        `must not be less than those that differ, ${driftedCount}: it is ${mappingsTotal}`,
      holds: ({ driftedCount, mappingsTotal }) => mappingsTotal >= driftedCount,
    },
  ],
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
