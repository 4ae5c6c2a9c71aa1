import { CatalogError, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { createRounding, type CurrencyTotal, type Entry } from './add-up.ts'
import { ownerLookup, type OwnerRules } from './owners.ts'
import type { PartitionAccess } from './partition-access.ts'
import { partName, partsOf } from './parts.ts'
import { type ReadOptions, readRows, type RefusedRow } from './read-rows.ts'
import { compareImport, isSameImport, replaceImport, type Replacement, type Step } from './replace.ts'
import { openScratch, type Scratch, type ScratchLimits } from './scratch.ts'
import { createTally, type PeriodTotal, type ProjectTotal, type Tally } from './tally.ts'
import type { Unattributed } from './unattributed.ts'

export interface ExportOptions extends OwnerRules, ReadOptions {
  /** Whether they are complete for their billing periods: entries of other parts are removed. */
  readonly isWhole?: boolean
  /** The maximum number of changed entries: others wait for the database until it is done. */
  readonly maxChanges?: number | undefined
  readonly scratch?: ScratchLimits | undefined
  /** Ends it before anything is written. */
  readonly signal?: AbortSignal | undefined
  /** What a dry run was called: anything else is not done. */
  readonly plan?: string | undefined
}

export interface FocusImport extends ExportOptions {
  readonly isDryRun: boolean
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
  /** What the imports amount to, before and from now on, without the parts that are kept. */
  readonly periods: readonly PeriodTotal[]
  readonly projects: readonly (ProjectTotal & { readonly name: string | null })[]
  readonly unattributed: Unattributed
  /** Identifies what is done. */
  readonly plan: string
}

export interface KeptPart {
  readonly importId: string
  readonly part: string
}

/** An export that was read and added up. */
export interface ReadExport {
  /** What importing it would do. */
  compare(): Promise<FocusSummary>
  /** All of it or nothing, within one change: nobody sees part of it. */
  replace(change: Change): Promise<FocusSummary>
  close(): void
}

/**
 * Imports the files of a FOCUS export of any size. The entries of each replace those of the same part, source,
 * provider and billing period; other parts stay, unless these are complete.
 */
export async function importFocus(ctx: Context, options: FocusImport): Promise<FocusSummary> {
  const read = await readExport(ctx, options)
  try {
    return options.isDryRun ? await read.compare() : await writeTo(ctx, kinds.costEntry, read.replace)
  } finally {
    read.close()
  }
}

/** Until it is closed it takes room on the disk. */
export async function readExport(ctx: Context, options: ExportOptions): Promise<ReadExport> {
  const scratch = openScratch(options.scratch)
  try {
    return await readInto(scratch, ctx, options)
  } catch (error) {
    scratch.close()
    throw error
  }
}

async function readInto(scratch: Scratch, ctx: Context, options: ExportOptions): Promise<ReadExport> {
  const owners = await ownerLookup(ctx, options)
  const { imports: found, hasNames, ...read } = await readRows(scratch, owners, options)
  const wanted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  const requestWith = (tally: Tally): ReplaceRequest => ({
    ...{ imports: wanted, isWhole: options.isWhole ?? false, hasNames, tally },
  })
  const summaryOf = ({ imports, totals, kept }: ReplaceResult, tally: Tally): FocusSummary => ({
    rows: read.rows,
    entries: imports.reduce((sum, { created, updated, unchanged }) => sum + created + updated + unchanged, 0),
    totals,
    imports,
    refusedCount: read.refusedCount,
    refused: read.refused,
    kept,
    periods: tally.periods(),
    projects: tally.projects().map((one) => ({
      ...one,
      name: one.appId === null ? null : (owners.nameOf(one.appId) ?? null),
    })),
    unattributed: read.unattributed,
    plan: tally.plan(),
  })
  return {
    async compare() {
      const tally = createTally(options.maxChanges)
      const access: PartitionAccess = {
        run: ctx.store.run,
        partitionId: partitionOf(ctx.caller, kinds.costEntry),
      }
      const done = await eachImport(access, scratch, requestWith(tally), (entries, id, onStep) =>
        compareImport(access, entries, id, (step) => {
          options.signal?.throwIfAborted()
          onStep(step)
        }),
      )
      return summaryOf(done, tally)
    },
    async replace(change) {
      options.signal?.throwIfAborted()
      const tally = createTally(options.maxChanges)
      await requireProjects(change, scratch.appIds())
      const done = await eachImport(change, scratch, requestWith(tally), (entries, id, onStep) =>
        replaceImport(change, entries, id, onStep),
      )
      const summary = summaryOf(done, tally)
      if (options.plan !== undefined && options.plan !== summary.plan) throw notAsPlanned()
      for (const one of done.imports) {
        if (one.created + one.updated + one.removed === 0) continue
        await change.log('cost_entry.imported', { kind: kinds.costEntry.name, id: one.importId }, null, one)
      }
      return summary
    },
    close: scratch.close,
  }
}

interface ReplaceRequest {
  readonly imports: readonly (readonly [importId: string, parts: ReadonlySet<string>])[]
  readonly isWhole: boolean
  readonly hasNames: boolean
  readonly tally: Tally
}

interface ReplaceResult {
  readonly imports: readonly Replacement[]
  readonly totals: readonly CurrencyTotal[]
  readonly kept: readonly KeptPart[]
}

type Replace = (entries: Iterator<Entry>, id: string, onStep: (step: Step) => void) => Promise<Replacement>

/** Replaces the parts that were read, and removes those they supersede, one import after another. */
async function eachImport(
  access: PartitionAccess,
  scratch: Scratch,
  { imports: wanted, isWhole, hasNames, tally }: ReplaceRequest,
  replace: Replace,
): Promise<ReplaceResult> {
  const rounding = createRounding()
  const imports: Replacement[] = []
  const kept: KeptPart[] = []
  for (const [importId, parts] of wanted) {
    const onStep = (step: Step): void => tally.note(importId, step)
    const before = await partsOf(access, importId)
    const saved = new Set<string>()
    let sum: Replacement = { importId, created: 0, updated: 0, unchanged: 0, removed: 0 }
    for (const id of [...parts].sort()) {
      const savedAs = hasNames ? id : await existingPart(access, scratch, { id, before })
      saved.add(savedAs)
      sum = added(sum, await replace(rounding.entries(scratch.sums(id, savedAs)), savedAs, onStep))
    }
    for (const id of before) {
      if (saved.has(id)) continue
      // An import from before there were parts was complete for its period.
      if (isWhole || id === importId) sum = added(sum, await replace([].values(), id, onStep))
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

const notAsPlanned = (): CatalogError =>
  new CatalogError('version_conflict', 'Something else would be done by now. Look at a new dry run first.')

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
