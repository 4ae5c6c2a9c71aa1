import { CatalogError, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { addCharge, createRounding, type CurrencyTotal } from './add-up.ts'
import { readCharge } from './charge.ts'
import { type Columns, columnsOf, type CostBasis } from './columns.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { type OwnerOf, ownerLookup, type OwnerRules } from './owners.ts'
import { compareImport, replaceImport, type Replacement } from './replace.ts'
import { openScratch, type Scratch } from './scratch.ts'

export interface FocusImport extends OwnerRules {
  /** The export, unpacked. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Tells imports of different origin apart: one never replaces entries of another. */
  readonly source: string
  readonly basis: CostBasis
  /** Whether the first row that cannot be read ends it. */
  readonly isStrict: boolean
  readonly isDryRun: boolean
  /** More entries than this are not written: others wait for the database until it is done. */
  readonly maxChanges?: number | undefined
  onRows?(rows: number): void
}

export interface RefusedRow {
  readonly line: number
  readonly reason: string
}

export interface FocusSummary {
  readonly rows: number
  readonly entries: number
  readonly totals: readonly CurrencyTotal[]
  /** One for each provider and billing period of the export. */
  readonly imports: readonly Replacement[]
  readonly refusedCount: number
  /** The first of them. */
  readonly refused: readonly RefusedRow[]
}

const shownRefusals = 20
/** An export has one provider and a few months; thousands of them are columns gone wrong. */
const maxImports = 1_000

/** Reads a FOCUS export of any size and makes its entries those of the same source, provider and billing period. */
export async function importFocus(ctx: Context, options: FocusImport): Promise<FocusSummary> {
  const scratch = openScratch()
  try {
    const { imports: importIds, ...read } = await readRows(scratch, await ownerLookup(ctx, options), options)
    const inOrder = [...importIds].sort()
    const { imports, totals } = options.isDryRun
      ? await compareAll(ctx, scratch, inOrder)
      : await replaceAll(ctx, scratch, inOrder, options.maxChanges)
    const entries = imports.reduce(
      (sum, { created, updated, unchanged }) => sum + created + updated + unchanged,
      0,
    )
    return {
      rows: read.rows,
      entries,
      totals,
      imports,
      refusedCount: read.refusedCount,
      refused: read.refused,
    }
  } finally {
    scratch.close()
  }
}

async function readRows(scratch: Scratch, ownerOf: OwnerOf, options: FocusImport) {
  const imports = new Set<string>()
  const refused: RefusedRow[] = []
  let [rows, refusedCount] = [0, 0]
  let columns: Columns | undefined

  const refuse = (line: number, reason: string): void => {
    if (options.isStrict) throw new CatalogError('invalid_request', `Line ${line} cannot be read: ${reason}.`)
    refusedCount += 1
    if (refused.length < shownRefusals) refused.push({ line, reason })
  }
  const take = (record: CsvRecord, known: Columns): void => {
    rows += 1
    const charge = 'problem' in record ? record.problem : readCharge(record.fields, known)
    if (typeof charge === 'string') {
      refuse(record.line, charge)
      return
    }
    const importId = [options.source, charge.provider, charge.period].join('/')
    imports.add(importId)
    if (imports.size > maxImports) throw tooManyImports()
    addCharge(scratch, charge, { importId, appId: ownerOf(charge) })
  }
  const wants = (header: readonly string[]): readonly boolean[] => {
    columns = columnsOf(header, options.basis)
    const { count: _, ...places } = columns
    const wanted = new Set(Object.values(places))
    return header.map((_name, index) => wanted.has(index))
  }
  for await (const records of readCsv(options.bytes, wants)) {
    for (const record of records) take(record, columns ?? columnsOf([], options.basis))
    options.onRows?.(rows)
  }
  if (!columns) throw new CatalogError('invalid_request', 'The file is empty.')
  if (rows === 0)
    throw new CatalogError(
      'invalid_request',
      'The file has no row: charges have to follow below the names of its columns.',
    )
  return { rows, imports, refused, refusedCount }
}

const tooManyImports = (): CatalogError =>
  new CatalogError(
    'invalid_request',
    `There are more than ${maxImports} providers and billing periods in it: this is no cost export.`,
  )

interface Done {
  readonly imports: readonly Replacement[]
  readonly totals: readonly CurrencyTotal[]
}

async function compareAll(ctx: Context, scratch: Scratch, importIds: readonly string[]): Promise<Done> {
  const partitionId = partitionOf(ctx.caller, kinds.costEntry)
  const rounding = createRounding()
  const imports: Replacement[] = []
  for (const importId of importIds) {
    const entries = rounding.entries(scratch.sums(importId))
    imports.push(await compareImport({ sql: ctx.store.engine.reader, partitionId }, entries, importId))
  }
  return { imports, totals: rounding.totals() }
}

/** In one transaction: nobody sees a part of it, and what fails half-way has changed nothing. */
const replaceAll = (
  ctx: Context,
  scratch: Scratch,
  importIds: readonly string[],
  maxChanges = Number.POSITIVE_INFINITY,
): Promise<Done> =>
  writeTo(ctx, kinds.costEntry, async (change) => {
    let changes = 0
    const count = (): void => {
      changes += 1
      if (changes > maxChanges) throw tooManyChanges(maxChanges)
    }
    await requireProjects(change, scratch.appIds())
    const rounding = createRounding()
    const imports: Replacement[] = []
    for (const importId of importIds) {
      const done = await replaceImport(change, rounding.entries(scratch.sums(importId)), importId, count)
      imports.push(done)
      if (done.created + done.updated + done.removed === 0) continue
      await change.log('cost_entry.imported', { kind: kinds.costEntry.name, id: importId }, null, done)
    }
    return { imports, totals: rounding.totals() }
  })

const tooManyChanges = (most: number): CatalogError =>
  new CatalogError(
    'unavailable',
    `It would change more than ${most.toLocaleString('en')} entries, and a server has the database open that would answer nobody meanwhile: nothing was changed. Stop the server first, or take PostgreSQL.`,
  )

/** Reading took its time: what was deleted meanwhile must not come back as the owner of entries. */
async function requireProjects(change: Change, ids: readonly string[]): Promise<void> {
  const there = await change.existing(kinds.project, ids)
  const gone = ids.find((id) => !there.has(id))
  if (gone === undefined) return
  throw new CatalogError(
    'version_conflict',
    `The project ${gone} was deleted while the export was read: nothing was changed. Run the import again.`,
  )
}
