import { CatalogError, type IngestResult, ingestLimits, invalid, type Kind, kinds } from '@svc/model'
import type { Fields } from '../../services/records/behaviour.ts'
import { costReports, deploymentReports, driftReports } from '../../services/ingest/report-rules.ts'
import { startPace } from '../../services/pace.ts'
import type { Report, Result } from '../../services/ingest/result.ts'
import { type ReportRules, takeRecords } from '../../services/ingest/take-records.ts'
import { takeSlis } from '../../services/ingest/take-slis.ts'
import type { Change } from '../../store/change.ts'
import { type Answer, json } from '../answer.ts'
import type { Exchange, SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { bodyProblem } from '../validation.ts'

/** What automation reports. */
export const ingestHandlers = {
  ingestDeployments: (exchange) => takeAs(exchange, deploymentReports),
  ingestCosts: (exchange) => takeAs(exchange, costReports),
  ingestDrift: (exchange) => takeAs(exchange, driftReports),
  ingestSlis: (exchange) => take(exchange, kinds.slo, takeSlis),
} satisfies Partial<SpecialHandlers>

const takeAs = (exchange: Exchange, rules: ReportRules): Promise<Answer<Results>> =>
  take(exchange, rules.kind, (change, reports) => takeRecords(exchange.ctx, change, rules, reports))

interface Results {
  readonly results: readonly IngestResult[]
}

type Take = (change: Change, reports: readonly Report[]) => Promise<readonly Result[]>

async function take(exchange: Exchange, kind: Kind, accept: Take): Promise<Answer<Results>> {
  const { items, isAlone } = itemsOf(exchange.body)
  const reports: Report[] = []
  const pace = startPace()
  for (const item of items) {
    const problem = await bodyProblem(exchange.operation.item ?? {}, item)
    reports.push({ item: isObject(item) ? item : {}, problem })
    await pace.pause()
  }
  return writeOnce(exchange, kind, async (change) => {
    const results = await accept(change, reports)
    const [only] = results
    // Whoever sends a single record looks at the status of the answer.
    if (isAlone && only?.error) throw only.error
    return json(200, { results: results.map(shownResult) })
  })
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function itemsOf(body: unknown): { readonly items: readonly unknown[]; readonly isAlone: boolean } {
  const hint = `must be one record, or {"items": […]} with 1 to ${ingestLimits.items} of them`
  if (!isObject(body)) throw new CatalogError('invalid_request', `The body ${hint}.`)
  if (!Object.hasOwn(body, 'items')) return { items: [body], isAlone: true }
  const { items, ...rest } = body
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw invalid(unknown, 'cannot be combined with items')
  if (!Array.isArray(items) || items.length === 0 || items.length > ingestLimits.items)
    throw invalid('items', `must be a list of 1 to ${ingestLimits.items} records`)
  return { items, isAlone: false }
}

const shownResult = ({ error, ...result }: Result, index: number): IngestResult => ({
  index,
  ...result,
  ...(error && {
    error: {
      code: error.code,
      message: error.message,
      ...(error.details && { details: error.details }),
    },
  }),
})
