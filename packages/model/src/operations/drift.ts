import { schemasOf } from '../kind/schemas.ts'
import { driftSnapshot } from '../kinds/drift-snapshot.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { ofProject, type Operation } from './operation.ts'

const scan = shape.object({
  environment: shape.nullable(shape.text({ description: 'Null if no scan has named one.' })),
  snapshotId: shape.text(),
  scannedAt: shape.dateTime(),
  driftedCount: shape.integer({ minimum: 0 }),
})

/** The scan that counts for an environment. */
export type DriftScan = ValueIn<typeof scan>

const { record } = schemasOf(driftSnapshot)
const { properties: scanned = {} } = record

/** Sums over several scans can exceed the limits of one. */
const unlimited = ({ maxItems: _, maximum: __, ...schema }: JsonSchema): JsonSchema => schema
const summed: typeof record = {
  ...record,
  properties: {
    ...scanned,
    environments: unlimited({ ...scanned.environments }),
    mappingsTotal: unlimited({
      ...scanned.mappingsTotal,
      description:
        'How many mappings the scans compared. Mappings of an environment that was scanned together with others, and again since, are counted twice.',
    }),
    driftedCount: unlimited({ ...scanned.driftedCount }),
    mappings: unlimited({
      ...scanned.mappings,
      description: 'The mappings that differ, at most 4 MiB of them.',
    }),
  },
}

const joinedDrift = shape.extended(summed, { scans: shape.array(scan) }, { title: 'LatestDrift' })

/** The newest scan of each environment of a project, combined. */
export type Drift = ValueIn<typeof joinedDrift>

export const getDrift = {
  id: 'getDrift',
  large: true,
  method: 'GET',
  path: '/drift',
  summary: "Get a project's current drift",
  about:
    'The newest scan of each environment, combined: `id` and `scannedAt` are those of the newest scan, counts are sums.',
  group: 'Drift',
  scope: 'read',
  query: ofProject,
  requiredQuery: ['appId'],
  success: {
    status: 200,
    about: 'The newest scans combined, or null if there are none.',
    schema: shape.object(
      { drift: shape.either(joinedDrift, shape.null) },
      { title: 'Drift', examples: [{ drift: null }] },
    ),
  },
} as const satisfies Operation
