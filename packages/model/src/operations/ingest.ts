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
      // A variable that is missing has no actual fingerprint, one that is extra no expected one: null where absent.
      mappings: {
        ...mappings,
        ...shape.array(shape.requiring(driftMapping, ['mappingId', 'environment', 'variable', 'kind'])),
      },
    },
    { title: 'DriftReport' },
  ),
  // The rest follows from the mappings and the clock.
  ['appId', 'mappingsTotal', 'mappings'],
)

const sliReport = shape.object(
  {
    externalId: shape.nullable(
      shape.text({
        maxLength: 200,
        description: 'What the sender calls it: the same again for the same SLO is the same measurement.',
      }),
    ),
    sloId: shape.text({ maxLength: 200, description: 'The SLO that was measured.' }),
    value: shape.number({ description: 'The measurement, in the unit of the SLO.' }),
    at: shape.dateTime({ description: 'When it was measured; now where absent. The newest one counts.' }),
    good: shape.number({
      minimum: 0,
      description:
        'In place of a value: how many events were good. For `availability`, `latency` and `errorRate`.',
    }),
    total: shape.number({ minimum: 0, description: 'How many events there were.' }),
    from: shape.dateTime({ description: 'From when on they were counted.' }),
    to: shape.dateTime({
      description: 'Until when. The same interval again replaces what was counted in it.',
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
    index: shape.integer({ minimum: 0, description: 'Its place in the batch.' }),
    externalId: shape.nullable(shape.text()),
    status: shape.enum(ingestStatuses),
    id: shape.nullable(shape.text({ description: 'The record; null where there is none.' })),
    reason: shape.text({ description: 'Why it changed nothing, where it is not the same again.' }),
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

/** What became of one report. */
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

/** One report, or a batch of them: wrong reports in it are taken too, and told so one by one. */
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
    about: `${about} One record, or \`{"items": […]}\` with up to ${ingestLimits.items}, each answered by itself, in order. For a credential with the scope \`ingest\`, or a personal token with \`write\`.`,
    group: 'Ingest',
    scope: 'ingest',
    maxBodyBytes: ingestLimits.bytes,
    item,
    body: aloneOrBatch(item),
    bodyExample: { items: [example] },
    success: { status: 200, about: 'What became of each, in order.', schema: results },
    problems: ['duplicate'],
  }) as const satisfies Operation

export const ingestDeployments = reports({
  id: 'ingestDeployments',
  what: 'deployments',
  summary: 'Report deployments',
  about:
    'The same externalId again brings the deployment up to date: what is absent stays, and the status only moves forward.',
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
    'The same externalId again changes the entry: what is absent stays. A new one is `auto`, unless `source` says that a person typed it in (`manual`).',
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
    'Values stay where they are: a fingerprint is `sha256:` or `hmac-sha256:` and a salted digest in hex, and anything else is refused.',
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
    'A `value` sets currentValue and works the budget out anew; one that is older than what is known changes nothing. ' +
    'Of counts (`good`, `total`, `from`, `to`) svc works out the value over the window of the SLO, true burn rates, ' +
    'and the alerts `slo.burn_alert`.',
  item: sliReport,
  example: { sloId: 'slo_…', value: 99.95, at: '2026-11-15T12:00:00Z' },
})
