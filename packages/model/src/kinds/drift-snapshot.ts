import { field, identity, limits } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { notBlank, worded } from '../kind/patterns.ts'
import { shape, type ValueIn } from '../shape/shape.ts'

const text = (description: string) => shape.text({ maxLength: limits.name, description })
/** Formats that cannot be mistaken for a value. */
const fingerprintPattern = worded(
  '^(hmac-)?sha256:[0-9a-f]{32,64}$',
  'must be sha256: or hmac-sha256: and 32 to 64 hex digits, never the value itself',
)
const fingerprint = (about: string) =>
  shape.nullable({ ...text(`${about} A salted digest, never the value.`), pattern: fingerprintPattern })

/** One variable of an environment that differs. */
export const driftMapping = shape.object({
  mappingId: text('The mapping that was compared.'),
  environment: text('The environment that differs.'),
  variable: text('The variable that differs.'),
  kind: shape.enum(['missing', 'changed', 'extra'], { description: 'How it differs.' }),
  expectedFingerprint: fingerprint('The fingerprint of the value that was expected.'),
  actualFingerprint: fingerprint('The fingerprint of the value that was found.'),
})

export type DriftMapping = ValueIn<typeof driftMapping>

/** The first mapping whose fingerprints contradict its kind. */
const misfit = (mappings: readonly DriftMapping[]): string | undefined =>
  mappings.find(
    ({ kind, expectedFingerprint, actualFingerprint }) =>
      (expectedFingerprint === null) !== (kind === 'extra') ||
      (actualFingerprint === null) !== (kind === 'missing') ||
      expectedFingerprint === actualFingerprint,
  )?.mappingId

/** A space and a time in UTC with milliseconds. */
const timeLength = 25

/**
 * The sort key of a scan among those of a project: by environment, which is null for a scan of everything, and then by
 * time. No environment's JSON is a prefix of another's, so those of one are adjacent.
 */
export const scanPlaces = {
  field: 'covers',
  timeLength,
  of: (appId: string): string => `${appId} `,
  write: (appId: string, environment: string | null, scannedAt: string): string =>
    `${scanPlaces.of(appId)}${JSON.stringify(environment)} ${new Date(scannedAt).toISOString()}`,
  read: (
    appId: string,
    place: string,
  ): { readonly environment: string | null; readonly scannedAt: string } => ({
    environment: JSON.parse(place.slice(scanPlaces.of(appId).length, -timeLength)),
    scannedAt: place.slice(-timeLength).trim(),
  }),
}

interface Scan {
  readonly environments: readonly string[]
  readonly mappings: readonly DriftMapping[]
}

/** The environments that a scan covers, or null for all of them: it names none, and nothing differed in any. */
export function coveredBy({ environments = [], mappings = [] }: Partial<Scan>): readonly (string | null)[] {
  const named = new Set([...environments, ...mappings.map(({ environment }) => environment)])
  return named.size > 0 ? [...named] : [null]
}

/** The first environment in which something differs although it is not among those that were scanned. */
const unscanned = ({ environments, mappings }: Scan): string | undefined =>
  environments.length === 0
    ? undefined
    : mappings.find(({ environment }) => !environments.includes(environment))?.environment

export const driftSnapshot = defineKind({
  name: 'drift_snapshot',
  noun: 'drift snapshot',
  title: 'DriftSnapshot',
  about:
    'A scan of the environments of a project, with the differences found. It contains fingerprints, never values.',
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
      about: 'A unique id chosen by the automation that reported it.',
      pattern: notBlank,
      nullable: true,
    }),
    appId: field.ref('project', { about: 'The project that was scanned.', filter: true, onDelete: 'remove' }),
    scannedAt: field.timestamp({ about: 'When it was scanned.' }),
    source: field.text({ about: 'The tool that scanned it.', nullable: true }),
    environments: field.texts({
      about:
        'The environments that were scanned. If empty: those of the mappings, or all if there are no mappings.',
      default: [],
    }),
    mappingsTotal: field.integer({ about: 'How many mappings were compared.' }),
    driftedCount: field.integer({ about: 'How many of them differ.' }),
    mappings: field.shaped(shape.array(driftMapping, { maxItems: limits.items }), {
      about: 'The mappings that differ.',
    }),
  },
  rules: [
    {
      field: 'environments',
      about: (scan) =>
        `must include every environment in which something differs; ${JSON.stringify(unscanned(scan))} is missing`,
      holds: (scan) => unscanned(scan) === undefined,
    },
    {
      field: 'mappings',
      about: ({ mappings }) =>
        `must have an expected fingerprint unless kind is extra, an actual one unless kind is missing, and these must differ; ${misfit(mappings)} breaks this rule`,
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
        `must not be less than driftedCount, ${driftedCount}: it is ${mappingsTotal}`,
      holds: ({ driftedCount, mappingsTotal }) => mappingsTotal >= driftedCount,
    },
  ],
  lookups: {
    [scanPlaces.field]: ({ appId = '', scannedAt = '', ...scan }) =>
      coveredBy(scan).map((environment) => scanPlaces.write(appId, environment, scannedAt)),
  },
  newestBy: 'scannedAt',
  defaultLimit: 100,
  requiredFilters: ['appId'],
  example: {
    appId: 'prj_…',
    scannedAt: '2026-11-01T06:00:00.000Z',
    environments: ['production', 'staging'],
    mappingsTotal: 40,
    driftedCount: 0,
    mappings: [],
  },
})
