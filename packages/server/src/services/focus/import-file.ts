import { CatalogError, type CostImportReport, costImportLimits } from '@svc/model'
import type { Context } from '../context.ts'
import { type ExportOptions, type FocusSummary, type ReadExport, readExport } from './import-focus.ts'

const { atOnce, linesShown } = costImportLimits

/** Organisations whose files this process reads. */
const underWay = new Set<string>()

/** While a file is worked on: others must be left memory, disk and time. */
export async function inTurn<T>({ caller }: Context, work: () => Promise<T>): Promise<T> {
  const { id } = caller.organisation
  if (underWay.has(id)) throw busy('Another cost export of this organisation is being imported.')
  if (underWay.size >= atOnce) throw busy(`${atOnce} cost exports are being imported.`)
  underWay.add(id)
  try {
    return await work()
  } finally {
    underWay.delete(id)
  }
}

const busy = (what: string): CatalogError =>
  new CatalogError('unavailable', `${what} Try again when it is done.`, { headers: { 'retry-after': '10' } })

/** Kept small beside a server: a thousand sums are written in a few milliseconds. */
const sumsInMemory = 1_000

/** Reads one file next to everything else that a server does. */
export async function readFile(
  ctx: Context,
  options: Omit<ExportOptions, 'maxBytes' | 'maxLines' | 'maxChanges' | 'maxRecords' | 'scratch'>,
): Promise<ReadExport> {
  const { unpackedBytes, lines, changes, entries, catalogRecords } = costImportLimits
  return readExport(ctx, {
    ...options,
    maxBytes: unpackedBytes,
    maxLines: lines,
    maxChanges: changes,
    maxRecords: catalogRecords,
    scratch: { inMemory: sumsInMemory, maxSums: entries },
  })
}

/** What an import does or did, of a bounded size. */
export function reportOf(summary: FocusSummary, dryRun: boolean): CostImportReport {
  const { periods, projects, kept, refused, rows, refusedCount } = summary
  if (refusedCount === rows) throw unreadable(summary)
  return {
    ...summary,
    dryRun,
    periods: periods.slice(0, linesShown),
    periodCount: periods.length,
    projects: projects.slice(0, linesShown),
    projectCount: projects.length,
    refused: refused.map(({ line, reason }) => ({ line, reason })),
    kept: kept.slice(0, linesShown),
    keptCount: kept.length,
  }
}

/** Nothing to import is a failure, since it usually means a wrong file. */
const unreadable = ({ rows, refused: [first] }: FocusSummary): CatalogError =>
  new CatalogError(
    'invalid_request',
    `None of its ${rows === 1 ? 'rows' : `${rows.toLocaleString('en')} rows`} can be read. Line ${first?.line} is left out because ${first?.reason}.`,
  )
