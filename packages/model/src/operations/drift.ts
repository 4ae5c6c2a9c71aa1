import type { Resource } from '../kind/kind.ts'
import { schemasOf } from '../kind/schemas.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull } from '../kind/schema.ts'
import { driftSnapshot } from '../kinds/drift-snapshot.ts'
import { ofProject, type Operation } from './operation.ts'

const text: JsonSchema = { type: 'string' }

/** Which scan says how an environment is now. */
export interface DriftScan {
  /** Null where no scan has named one. */
  readonly environment: string | null
  readonly snapshotId: string
  readonly scannedAt: string
  readonly driftedCount: number
}

/** The newest scan of each environment of a project, joined. */
export type Drift = Resource<typeof driftSnapshot> & { readonly scans: readonly DriftScan[] }

const { properties: scanned = {} } = schemasOf(driftSnapshot).record
const unlimited = ({ maxItems: _, maximum: __, ...schema }: JsonSchema): JsonSchema => schema
const joinedDrift: JsonSchema = {
  ...closedObject({
    ...scanned,
    environments: unlimited({ ...scanned.environments }),
    mappingsTotal: unlimited({
      ...scanned.mappingsTotal,
      description:
        'How many mappings the scans compared; those of an environment that was scanned with others, and again since, twice.',
    }),
    driftedCount: unlimited({ ...scanned.driftedCount }),
    mappings: unlimited({ ...scanned.mappings, description: 'Those that differ; at most 4 MiB of them.' }),
    scans: arrayOf(
      closedObject({
        environment: { ...orNull(text), description: 'Null where no scan has named one.' },
        snapshotId: text,
        scannedAt: dateTime,
        driftedCount: { type: 'integer', minimum: 0 },
      } satisfies Readonly<Record<keyof DriftScan, JsonSchema>>),
    ),
  }),
  title: 'LatestDrift',
}

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
    schema: {
      ...closedObject({ drift: { oneOf: [joinedDrift, { type: 'null' }] } as JsonSchema }),
      title: 'Drift',
      examples: [{ drift: null }],
    },
  },
} as const satisfies Operation
