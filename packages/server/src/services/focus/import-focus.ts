import { CatalogError, kinds } from '@svc/model'
import type { PartitionAccess } from './partition-access.ts'
import type { Change } from '../../store/change.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { addCharge, createRounding, type CurrencyTotal, type Entry } from './add-up.ts'
import { readCharge } from './charge.ts'
import { type Columns, columnsOf, type CostBasis } from './columns.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { type OwnerOf, ownerLookup, type OwnerRules } from './owners.ts'
import { partId, partName, partsOf } from './parts.ts'
import { compareImport, isSameImport, replaceImport, type Replacement } from './replace.ts'
import { openScratch, type Scratch } from './scratch.ts'

export interface FocusFile {
  /**
   * Its name among the parts of its export: a later file with the same name replaces it. Without a name, it is the
   * part that has the same charges, if there is one.
   */
  readonly part: string | null
  /** What messages call it, if there are several. */
  readonly label?: string | undefined
  /** Uncompressed. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface FocusImport extends OwnerRules {
  /** The parts of an export, read one after the other. */
  readonly files: Iterable<FocusFile> | AsyncIterable<FocusFile>
  /** Whether they are complete for their billing periods: entries of other parts are removed. */
  readonly isWhole?: boolean
  /** Distinguishes imports of different origin: one never replaces entries of another. */
  readonly source: string
  readonly basis: CostBasis
  /** Whether the first row that cannot be read aborts the import. */
  readonly isStrict: boolean
  readonly isDryRun: boolean
  /** The maximum number of changed entries: others wait for the database until it is done. */
  readonly maxChanges?: number | undefined
  onRows?(rows: number): void
}

export interface RefusedRow {
  /** Where there are several. */
  readonly file?: string
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
  /** Parts of the same periods from earlier imports, which stay beside these. */
  readonly kept: readonly KeptPart[]
}

export interface KeptPart {
  readonly importId: string
  readonly part: string
}

const shownRefusals = 20
/** An export has one provider and a few months; thousands mean that the columns are mixed up. */
const maxImports = 1_000

/**
 * Imports the files of a FOCUS export of any size. The entries of each replace those of the same part, source,
 * provider and billing period; other parts stay, unless these are complete.
 */
export async function importFocus(ctx: Context, options: FocusImport): Promise<FocusSummary> {
  const scratch = openScratch()
  try {
    const { imports: found, ...read } = await readRows(scratch, await ownerLookup(ctx, options), options)
    const inOrder = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
    const request = { imports: inOrder, isWhole: options.isWhole ?? false, hasNames: read.hasNames }
    const { imports, totals, kept } = options.isDryRun
      ? await compareAll(ctx, scratch, request)
      : await replaceAll(ctx, scratch, request, options.maxChanges)
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
      kept,
    }
  } finally {
    scratch.close()
  }
}

/** The ids of the parts that were read, by the import that they belong to. */
type Imports = Map<string, Set<string>>

async function readRows(scratch: Scratch, ownerOf: OwnerOf, options: FocusImport) {
  const imports: Imports = new Map()
  const refused: RefusedRow[] = []
  let [rows, refusedCount, hasNames] = [0, 0, true]

  const readFile = async ({ part, label, bytes }: FocusFile): Promise<void> => {
    const own = new Set<string>()
    let columns: Columns | undefined
    const refuse = (line: number, reason: string): void => {
      if (options.isStrict)
        throw new CatalogError('invalid_request', `Line ${line}${of(label)} cannot be read: ${reason}.`)
      refusedCount += 1
      if (refused.length < shownRefusals)
        refused.push({ ...(label !== undefined && { file: label }), line, reason })
    }
    const take = (record: CsvRecord, known: Columns): void => {
      rows += 1
      const charge = 'problem' in record ? record.problem : readCharge(record.fields, known)
      if (typeof charge === 'string') {
        refuse(record.line, charge)
        return
      }
      const importId = [options.source, charge.provider, charge.period].join('/')
      const id = partId(importId, part)
      if (!own.has(id)) {
        own.add(id)
        note(imports, importId, id, part)
      }
      addCharge(scratch, charge, { importId, partId: id, appId: ownerOf(charge) })
    }
    const wants = (header: readonly string[]): readonly boolean[] => {
      columns = columnsOf(header, options.basis)
      const { count: _, ...places } = columns
      const wanted = new Set(Object.values(places))
      return header.map((_name, index) => wanted.has(index))
    }
    for await (const records of readCsv(bytes, wants)) {
      for (const record of records) take(record, columns ?? columnsOf([], options.basis))
      options.onRows?.(rows)
    }
    if (!columns) throw new CatalogError('invalid_request', `${label ?? 'The file'} is empty.`)
  }

  for await (const file of options.files) {
    hasNames &&= file.part !== null
    await readFile(file)
  }
  if (rows === 0)
    throw new CatalogError(
      'invalid_request',
      'The file has no rows: the charges must follow below the column names.',
    )
  return { rows, imports, refused, refusedCount, hasNames }
}

const of = (label: string | undefined): string => (label === undefined ? '' : ` of ${label}`)

function note(imports: Imports, importId: string, id: string, part: string | null): void {
  const ids = imports.get(importId) ?? new Set()
  // Two deliveries of the same export in one import would count everything twice.
  if (ids.has(id))
    throw new CatalogError(
      'invalid_request',
      `There are two files called ${part} with charges of ${importId}: import only the files of one delivery.`,
    )
  imports.set(importId, ids.add(id))
  if (imports.size > maxImports) throw tooManyImports()
}

const tooManyImports = (): CatalogError =>
  new CatalogError(
    'invalid_request',
    `It has more than ${maxImports} providers and billing periods: this is not a cost export.`,
  )

interface ReplaceRequest {
  readonly imports: readonly (readonly [importId: string, parts: ReadonlySet<string>])[]
  readonly isWhole: boolean
  readonly hasNames: boolean
}

interface ReplaceResult {
  readonly imports: readonly Replacement[]
  readonly totals: readonly CurrencyTotal[]
  readonly kept: readonly KeptPart[]
}

type Replace = (entries: Iterator<Entry>, id: string) => Promise<Replacement>

/** Replaces the parts that were read, and removes those they supersede, one import after another. */
async function eachImport(
  access: PartitionAccess,
  scratch: Scratch,
  { imports: wanted, isWhole, hasNames }: ReplaceRequest,
  replace: Replace,
): Promise<ReplaceResult> {
  const rounding = createRounding()
  const imports: Replacement[] = []
  const kept: KeptPart[] = []
  for (const [importId, parts] of wanted) {
    const before = await partsOf(access, importId)
    const saved = new Set<string>()
    let sum: Replacement = { importId, created: 0, updated: 0, unchanged: 0, removed: 0 }
    for (const id of [...parts].sort()) {
      const savedAs = hasNames ? id : await existingPart(access, scratch, { id, before })
      saved.add(savedAs)
      sum = added(sum, await replace(rounding.entries(scratch.sums(id, savedAs)), savedAs))
    }
    for (const id of before) {
      if (saved.has(id)) continue
      // An import from before there were parts was complete for its period.
      if (isWhole || id === importId) sum = added(sum, await replace([].values(), id))
      else kept.push({ importId, part: partName(importId, id) })
    }
    imports.push(sum)
  }
  return { imports, totals: rounding.totals(), kept }
}

interface Unnamed {
  readonly id: string
  readonly before: readonly string[]
}

/** The part that an unnamed file is: the one with the same entries, else a new one. */
async function existingPart(
  access: PartitionAccess,
  scratch: Scratch,
  { id, before }: Unnamed,
): Promise<string> {
  for (const other of before) {
    const entries = createRounding().entries(scratch.sums(id, other))
    if (await isSameImport(access, entries, other)) return other
  }
  return id
}

const added = (sum: Replacement, one: Replacement): Replacement => ({
  importId: sum.importId,
  created: sum.created + one.created,
  updated: sum.updated + one.updated,
  unchanged: sum.unchanged + one.unchanged,
  removed: sum.removed + one.removed,
})

function compareAll(ctx: Context, scratch: Scratch, request: ReplaceRequest): Promise<ReplaceResult> {
  const { store, caller } = ctx
  const access: PartitionAccess = { run: store.run, partitionId: partitionOf(caller, kinds.costEntry) }
  return eachImport(access, scratch, request, (entries, id) => compareImport(access, entries, id))
}

/** In one transaction: nobody sees part of it, and a failure half-way changes nothing. */
const replaceAll = (
  ctx: Context,
  scratch: Scratch,
  request: ReplaceRequest,
  maxChanges = Number.POSITIVE_INFINITY,
): Promise<ReplaceResult> =>
  writeTo(ctx, kinds.costEntry, async (change) => {
    let changes = 0
    const count = (): void => {
      changes += 1
      if (changes > maxChanges) throw tooManyChanges(maxChanges)
    }
    await requireProjects(change, scratch.appIds())
    const done = await eachImport(change, scratch, request, (entries, id) =>
      replaceImport(change, entries, id, count),
    )
    for (const one of done.imports) {
      if (one.created + one.updated + one.removed === 0) continue
      await change.log('cost_entry.imported', { kind: kinds.costEntry.name, id: one.importId }, null, one)
    }
    return done
  })

const tooManyChanges = (max: number): CatalogError =>
  new CatalogError(
    'unavailable',
    `It would change more than ${max.toLocaleString('en')} entries while a server has the database open, which could answer no requests meanwhile. Nothing was changed. Stop the server first, or use PostgreSQL.`,
  )

/** Reading takes a while: a project deleted meanwhile must not become the owner of entries. */
async function requireProjects(change: Change, ids: readonly string[]): Promise<void> {
  const existing = await change.existing(kinds.project, ids)
  const gone = ids.find((id) => !existing.has(id))
  if (gone === undefined) return
  throw new CatalogError(
    'version_conflict',
    `The project ${gone} was deleted while the export was read: nothing was changed. Run the import again.`,
  )
}
