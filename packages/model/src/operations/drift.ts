import { schemasOf } from '../kind/schemas.ts'
import { driftSnapshot } from '../kinds/drift-snapshot.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { ofProject, type Operation } from './operation.ts'

const scan = shape.object({
  environment: shape.nullable(shape.text({ description: 'Null where no scan has named one.' })),
  snapshotId: shape.text(),
  scannedAt: shape.dateTime(),
  driftedCount: shape.integer({ minimum: 0 }),
})

/** Which scan says how an environment is now. */
export type DriftScan = ValueIn<typeof scan>

const { record } = schemasOf(driftSnapshot)
const { properties: scanned = {} } = record

/** Sums over several scans go beyond what one of them may hold. */
const unlimited = ({ maxItems: _, maximum: __, ...schema }: JsonSchema): JsonSchema => schema
const summed: typeof record = {
  ...record,
  properties: {
    ...scanned,
    environments: unlimited({ ...scanned.environments }),
    mappingsTotal: unlimited({
      ...scanned.mappingsTotal,
      description:
        'How many mappings the scans compared; those of an environment that was scanned with others, and again since, twice.',
    }),
    driftedCount: unlimited({ ...scanned.driftedCount }),
    mappings: unlimited({ ...scanned.mappings, description: 'Those that differ; at most 4 MiB of them.' }),
  },
}

const joinedDrift = shape.extended(summed, { scans: shape.array(scan) }, { title: 'LatestDrift' })

/** The newest scan of each environment of a project, joined. */
export type Drift = ValueIn<typeof joinedDrift>

export const getDrift = {
  id: 'getDrift',
  large: true,
  method: 'GET',
  path: '/drift',
  summary: "Read how a project's environments differ now",
  about:
    'The newest scan of each environment, joined: `id` and `scannedAt` are those of the newest, counts are sums.',
  group: 'Drift',
  scope: 'read',
  query: ofProject,
  requiredQuery: ['appId'],
  success: {
    status: 200,
    about: 'The newest scans as one, or null where there was none.',
    schema: shape.object(
      { drift: shape.either(joinedDrift, shape.null) },
      { title: 'Drift', examples: [{ drift: null }] },
    ),
  },
} as const satisfies Operation
