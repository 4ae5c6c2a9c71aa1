import { schemasOf } from '../kind/schemas.ts'
import { costEntry } from '../kinds/cost-entry.ts'
import { deployment } from '../kinds/deployment.ts'
import { driftMapping, driftSnapshot } from '../kinds/drift-snapshot.ts'
import { type Shape, shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'
import { worded } from '../kind/patterns.ts'

export const ingestLimits = { items: 1_000, bytes: 8 * 1024 * 1024 } as const

export const ingestStatuses = ['created', 'updated', 'unchanged', 'rejected'] as const

const deploymentReport = { ...schemasOf(deployment).create, title: 'DeploymentReport' }

const costs = schemasOf(costEntry).create
const costReport = {
  ...costs,
  properties: {
    ...costs.properties,
    currency: {
      ...costs.properties?.currency,
      pattern: worded('^[A-Za-z]{3}$', 'must be three letters such as USD'),
    },
  },
  title: 'CostReport',
}

const mappings = schemasOf(driftSnapshot).create.properties?.mappings
const driftReport = shape.requiring(
  shape.extended(
    schemasOf(driftSnapshot).create,
    {
      // A missing variable has no actual fingerprint, an extra one no expected one: null if absent.
      mappings: {
        ...mappings,
        ...shape.array(shape.requiring(driftMapping, ['mappingId', 'environment', 'variable', 'kind'])),
      },
    },
    { title: 'DriftReport' },
  ),
  // The rest follows from the mappings and the current time.
  ['appId', 'mappingsTotal', 'mappings'],
)

const sliReport = shape.object(
  {
    externalId: shape.nullable(
      shape.text({
        maxLength: 200,
        description: 'An id chosen by the sender: for the same SLO, the same id means the same measurement.',
      }),
    ),
    sloId: shape.text({ maxLength: 200, description: 'The SLO that was measured.' }),
    value: shape.number({ description: 'The measurement, in the unit of the SLO.' }),
    at: shape.dateTime({ description: 'When it was measured; defaults to now. The newest one counts.' }),
    good: shape.number({
      minimum: 0,
      description:
        'Instead of a value: how many events were good. For `availability`, `latency` and `errorRate`.',
    }),
    total: shape.number({ minimum: 0, description: 'How many events there were.' }),
    from: shape.dateTime({ description: 'The start of the interval in which they were counted.' }),
    to: shape.dateTime({
      description: 'The end of that interval. Reporting the same interval again replaces its counts.',
    }),
  },
  {
    required: ['sloId'],
    anyOf: [{ required: ['value'] }, { required: ['good', 'total', 'from', 'to'] }],
    title: 'SliReport',
  },
)

const result = shape.object(
  {
    index: shape.integer({ minimum: 0, description: 'Its index in the batch.' }),
    externalId: shape.nullable(shape.text()),
    status: shape.enum(ingestStatuses),
    id: shape.nullable(shape.text({ description: 'The id of the record; null if there is none.' })),
    reason: shape.text({ description: 'Why it changed nothing although it was not an exact repetition.' }),
    error: shape.object(
      {
        code: shape.text(),
        message: shape.text(),
        details: shape.array(shape.object({ path: shape.text(), message: shape.text() })),
      },
      { required: ['code', 'message'] },
    ),
  },
  { required: ['index', 'externalId', 'status', 'id'] },
)

/** The result of one report. */
export type IngestResult = ValueIn<typeof result>

const results = shape.object(
  { results: shape.array(result, { maxItems: ingestLimits.items }) },
  {
    title: 'IngestResults',
    examples: [
      {
        results: [
          { index: 0, externalId: 'shop/1234', status: 'created', id: 'dpl_01jcq8z3v1000a7k2m9x4q6r8t' },
          {
            index: 1,
            externalId: 'shop/1235',
            status: 'rejected',
            id: null,
            error: {
              code: 'invalid_request',
              message: 'status is required.',
              details: [{ path: 'status', message: 'is required' }],
            },
          },
        ],
      },
    ],
  },
)

interface Reports<Id extends string, V> {
  readonly id: Id
  readonly what: string
  readonly summary: string
  readonly about: string
  readonly item: Shape<V>
  readonly example: NoInfer<V>
}

/** One report, or a batch of them, in which invalid reports are rejected one by one. */
function aloneOrBatch<V>(item: Shape<V>) {
  const anything: Shape<V> = { anyOf: [shape.titled(item), {}] }
  const batch = shape.object({
    items: shape.array(anything, { maxItems: ingestLimits.items, minItems: 1 }),
  })
  return { type: 'object', ...shape.either(shape.titled(item), batch), title: `${item.title}s` }
}

const reports = <const Id extends string, V>({ id, what, summary, about, item, example }: Reports<Id, V>) =>
  ({
    id,
    method: 'POST',
    path: `/ingest/v1/${what}`,
    atRoot: true,
    summary,
    about: `${about} One record, or \`{"items": […]}\` with up to ${ingestLimits.items}, each with its own result, in order. Needs a credential with the scope \`ingest\`, or a personal token with \`write\`.`,
    group: 'Ingest',
    scope: 'ingest',
    maxBodyBytes: ingestLimits.bytes,
    item,
    body: aloneOrBatch(item),
    bodyExample: { items: [example] },
    success: { status: 200, about: 'The result of each report, in order.', schema: results },
    problems: ['duplicate'],
  }) as const satisfies Operation

export const ingestDeployments = reports({
  id: 'ingestDeployments',
  what: 'deployments',
  summary: 'Report deployments',
  about:
    'Reporting the same externalId again updates the deployment: absent fields stay, and the status only moves forward.',
  item: deploymentReport,
  example: {
    externalId: 'github/shop/1234/1',
    appId: 'prj_…',
    platform: 'backend',
    status: 'success',
    buildVersion: '1.4.2',
  },
})

export const ingestCosts = reports({
  id: 'ingestCosts',
  what: 'costs',
  summary: 'Report costs',
  about:
    'Reporting the same externalId again updates the entry: absent fields stay. The `source` of a new entry is `auto` unless you set it to `manual`, for costs entered by hand.',
  item: costReport,
  example: {
    externalId: 'aws/2026-11-14/EC2',
    appId: 'prj_…',
    service: 'EC2',
    category: 'Compute',
    amountCents: 12_345,
    currency: 'USD',
    periodStart: '2026-11-14T00:00:00Z',
    periodEnd: '2026-11-15T00:00:00Z',
  },
})

export const ingestDrift = reports({
  id: 'ingestDrift',
  what: 'drift',
  summary: 'Report drift scans',
  about:
    'Values are never sent: a fingerprint is `sha256:` or `hmac-sha256:` followed by a salted digest in hex, and anything else is rejected.',
  item: driftReport,
  example: {
    externalId: 'nightly/2026-11-15',
    appId: 'prj_…',
    mappingsTotal: 40,
    mappings: [
      {
        mappingId: 'production/API_URL',
        environment: 'production',
        variable: 'API_URL',
        kind: 'missing',
        expectedFingerprint: `hmac-sha256:${'0f'.repeat(32)}`,
        actualFingerprint: null,
      },
    ],
  },
})

export const ingestSlis = reports({
  id: 'ingestSlis',
  what: 'slis',
  summary: 'Report measurements of SLOs',
  about:
    'A `value` sets currentValue and recalculates the error budget; one that is older than the current value changes nothing. ' +
    'From counts (`good`, `total`, `from`, `to`) svc calculates the value over the window of the SLO, exact burn rates ' +
    'and `slo.burn_alert` alerts.',
  item: sliReport,
  example: { sloId: 'slo_…', value: 99.95, at: '2026-11-15T12:00:00Z' },
})
