import { hash } from 'node:crypto'
import { CatalogError, type ImportReport, importLimits, invalid } from '@svc/model'
import type { Context } from '../context.ts'
import { applyImport, type Refused } from './apply.ts'
import type { Step } from './desired-record.ts'
import type { FoundDocument } from './entity.ts'
import { keptOf } from './kept.ts'
import { losses } from './notes.ts'
import { type ImportPlan, planImport } from './plan.ts'

export interface ImportRequest {
  readonly source: string
  readonly documents: readonly { readonly location: string; readonly entity: unknown }[]
  readonly isComplete?: boolean
  readonly dryRun?: boolean
  /** What a dry run said it would do. */
  readonly plan?: string
}

/** An import reads the names of a whole catalog, so one process does one at a time. */
let isUnderWay = false

/** Plans an import, and does it unless it is a dry run: the same plan for both. */
export async function importDocuments(ctx: Context, request: ImportRequest): Promise<ImportReport> {
  if (isUnderWay)
    throw new CatalogError('unavailable', 'Another import is under way. Try again when it is done.', {
      headers: { 'retry-after': '10' },
    })
  isUnderWay = true
  try {
    return await planned(ctx, request)
  } finally {
    isUnderWay = false
  }
}

async function planned(ctx: Context, { dryRun = true, ...request }: ImportRequest): Promise<ImportReport> {
  const { source, isComplete = false } = request
  const complete = new Set(isComplete ? [source] : [])
  const { catalogRecords: maxRecords } = importLimits
  const plan = await planImport(ctx, { documents: documentsOf(request), complete, maxRecords })
  // Otherwise a wrong file would flag everything that once came from there as gone.
  if (plan.steps.length === 0 && plan.members === 0 && plan.skipped.every(({ ref }) => ref === '(document)'))
    throw invalid(
      'documents',
      'has no catalog entity: one has an apiVersion of backstage.io, a kind and metadata',
    )
  const id = idOf(plan)
  if (request.plan !== undefined && request.plan !== id)
    throw new CatalogError(
      'version_conflict',
      'Something else would be done by now. Look at a new dry run first.',
    )
  const refused = dryRun ? [] : await applyImport(ctx, plan)
  return reportOf({ plan, id, dryRun, refused })
}

function* documentsOf({ source, documents }: ImportRequest): Generator<FoundDocument> {
  for (const { location, entity } of documents) yield { source, location, document: keptOf(entity) }
}

/** Without the ids of new records, which each plan draws anew. */
function idOf({ steps, gone, forgotten, skipped }: ImportPlan): string {
  const done = steps.map(({ action, ref, kind, id, input }) => [
    ...[action, ref, kind.name],
    ...(action === 'create' ? [Object.keys(input)] : [id, input]),
  ])
  const facts = [done, gone.map(({ ref }) => ref), forgotten, skipped.map(({ ref }) => ref)]
  return hash('sha256', JSON.stringify(facts))
}

interface Outcome {
  readonly plan: ImportPlan
  readonly id: string
  readonly dryRun: boolean
  readonly refused: readonly Refused[]
}

function reportOf({ plan, id, dryRun, refused }: Outcome): ImportReport {
  const reasons = new Map(refused.map(({ step, why }) => [step, why]))
  const written = plan.steps.filter(({ action }) => action !== 'unchanged')
  const lines = [
    ...written.map((step) => lineOf(step, reasons.get(step), dryRun)),
    ...plan.skipped.map(({ ref, location, why }) => ({
      ...{ action: 'skip' as const, ref, kind: null, id: null, name: null, fields: [], why, location },
    })),
  ]
  const count = (action: string) => lines.filter((line) => line.action === action).length
  return {
    ...{ dryRun, plan: id },
    counts: {
      ...{ create: count('create'), update: count('update'), adopt: count('adopt'), skip: count('skip') },
      unchanged: plan.steps.length - written.length,
      gone: plan.gone.length,
    },
    lines: lines.slice(0, importLimits.linesShown),
    losses: lossesOf(plan),
    gone: plan.gone.slice(0, importLimits.linesShown).map(({ ref }) => ref),
  }
}

function lineOf(
  { action, ref, kind, id, name, input, why }: Step,
  refusal: string | undefined,
  dryRun: boolean,
): ImportReport['lines'][number] {
  const fields = Object.keys(input)
  const line = { ref, kind: kind.name, name, fields, location: null }
  if (refusal !== undefined || action === 'unchanged')
    return { ...line, action: 'skip', id: null, why: refusal ?? null }
  return { ...line, action, id: action === 'create' && dryRun ? null : id, why }
}

const lossesOf = ({ notes }: ImportPlan): ImportReport['losses'] =>
  [...Map.groupBy(notes, ({ loss }) => loss)].map(([loss, some]) => ({
    loss,
    about: losses[loss],
    count: some.length,
    notes: some.slice(0, importLimits.notesShown).map(({ ref, what }) => ({ ref, what })),
  }))
