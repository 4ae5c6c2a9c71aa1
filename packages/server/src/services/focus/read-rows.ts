import { CatalogError } from '@svc/model'
import { startPace } from '../pace.ts'
import { addCharge } from './add-up.ts'
import { readCharge } from './charge.ts'
import { type Columns, columnsOf, type CostBasis } from './columns.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import type { Owners } from './owners.ts'
import { partId } from './parts.ts'
import type { Scratch } from './scratch.ts'
import { createUnattributed, type Unattributed } from './unattributed.ts'
import { unpacked } from './unpacked.ts'

export interface FocusFile {
  /**
   * Its name among the parts of its export: a later file with the same name replaces it. Without a name, it is the
   * part that has the same charges, if there is one.
   */
  readonly part: string | null
  /** What messages call it, if there are several. */
  readonly label?: string | undefined
  /** CSV, or CSV compressed with gzip. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  /** The parts of an export, read one after the other. */
  readonly files: Iterable<FocusFile> | AsyncIterable<FocusFile>
  /** Distinguishes imports of different origin: one never replaces entries of another. */
  readonly source: string
  readonly basis: CostBasis
  /** Whether the first row that cannot be read aborts the import. */
  readonly isStrict: boolean
  /** Of one file, decompressed. */
  readonly maxBytes?: number | undefined
  readonly maxLines?: number | undefined
  onRows?(rows: number): void
}

export interface RefusedRow {
  /** Where there are several. */
  readonly file?: string
  readonly line: number
  readonly reason: string
}

/** The ids of the parts that were read, by the import that they belong to. */
type Imports = Map<string, Set<string>>

export interface ReadRows {
  readonly rows: number
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>
  readonly refusedCount: number
  /** The first of them. */
  readonly refused: readonly RefusedRow[]
  readonly unattributed: Unattributed
  /** Whether each file has a name. */
  readonly hasNames: boolean
}

const shownRefusals = 20
/** An export has one provider and a few months; thousands mean that the columns are mixed up. */
const maxImports = 1_000
/** There are fewer in the world. */
const maxCurrencies = 300

/** Reads the files, and adds up their charges. */
export async function readRows(scratch: Scratch, owners: Owners, options: ReadOptions): Promise<ReadRows> {
  const imports: Imports = new Map()
  const refused: RefusedRow[] = []
  const unattributed = createUnattributed()
  const currencies = new Set<string>()
  const pace = startPace()
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
      currencies.add(charge.currency)
      if (currencies.size > maxCurrencies) throw tooMany(maxCurrencies, 'currencies')
      const importId = [options.source, charge.provider, charge.period].join('/')
      const id = partId(importId, part)
      if (!own.has(id)) {
        own.add(id)
        note(imports, importId, id, part)
      }
      const appId = owners.ownerOf(charge)
      if (appId === null) unattributed.add(charge, owners.tagOf(charge))
      addCharge(scratch, charge, { importId, partId: id, appId })
    }
    const wants = (header: readonly string[]): readonly boolean[] => {
      columns = columnsOf(header, options.basis)
      const { count: _, ...places } = columns
      const wanted = new Set(Object.values(places))
      return header.map((_name, index) => wanted.has(index))
    }
    for await (const records of readCsv(unpacked(bytes, options.maxBytes), wants, options.maxLines)) {
      for (const record of records) {
        take(record, columns ?? columnsOf([], options.basis))
        // One row may be of ten years.
        if (pace.isDue) await pace.pause()
      }
      options.onRows?.(rows)
      await pace.pause()
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
  return { rows, imports, refused, refusedCount, hasNames, unattributed: unattributed.summary() }
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
  if (imports.size > maxImports) throw tooMany(maxImports, 'providers and billing periods')
}

const tooMany = (max: number, what: string): CatalogError =>
  new CatalogError('invalid_request', `It has more than ${max} ${what}: this is not a cost export.`)
