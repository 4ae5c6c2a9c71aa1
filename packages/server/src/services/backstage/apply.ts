import { CatalogError, kinds } from '@svc/model'
import { findImported, forgetImported, putImported } from '../../store/queries/imported.ts'
import type { Change } from '../../store/change.ts'
import { type Context, partitionOf, writeTo } from '../context.ts'
import { createRecord, updateRecord } from '../records/records.ts'
import type { ImportPlan } from './plan.ts'
import type { Step } from './desired-record.ts'

/** Steps per transaction; in between, a server on the same database can serve other requests. */
const batchSize = 64

export interface Refused {
  readonly step: Step
  readonly why: string
}

/** Writes what was planned. A record that is refused is reported and does not stop the others. */
export async function applyImport(
  ctx: Context,
  plan: ImportPlan,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<readonly Refused[]> {
  const refused: Refused[] = []
  const steps = plan.steps.filter(({ input, row }) => row !== undefined || Object.keys(input).length > 0)
  for (let start = 0; start < steps.length; start += batchSize) {
    const batch = steps.slice(start, start + batchSize)
    if (await write(ctx, batch)) {
      for (const step of batch) {
        const why = await write(ctx, [step])
        if (why !== undefined) refused.push({ step, why })
      }
    }
    onProgress(start + batch.length, steps.length)
  }
  await noteMissing(ctx, plan)
  return refused
}

/** All of them or none, in one transaction; returns the reason if none. */
async function write(ctx: Context, steps: readonly Step[]): Promise<string | undefined> {
  try {
    await writeTo(ctx, kinds.project, (change) => writeSteps(ctx, change, steps))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error.message
    throw error
  }
}

async function writeSteps(ctx: Context, change: Change, steps: readonly Step[]): Promise<void> {
  await refuseRace(change, steps)
  for (const { action, kind, id, input } of steps) {
    if (action === 'create') await createRecord(ctx, change, kind, input, { id })
    else if (Object.keys(input).length > 0) await updateRecord(ctx, change, kind, { id, input })
  }
  await change.run(
    putImported,
    change.partitionId,
    steps.flatMap(({ row }) => row ?? []),
  )
}

/** Two concurrent imports must not create the same entity twice. */
async function refuseRace(change: Change, steps: readonly Step[]): Promise<void> {
  const made = new Map(steps.filter(({ action }) => action === 'create').map((step) => [step.ref, step]))
  if (made.size === 0) return
  for (const { ref, kind, recordId } of await change.run(findImported, change.partitionId, [
    ...made.keys(),
  ])) {
    const step = made.get(ref)
    if (step?.kind.name !== kind || !(await change.find(step.kind, recordId))) continue
    throw new CatalogError('duplicate', 'Another import has just created it: run this one again.')
  }
}

const rowBatchSize = 500

async function noteMissing(ctx: Context, { gone, forgotten }: ImportPlan): Promise<void> {
  if (gone.length === 0 && forgotten.length === 0) return
  const partitionId = partitionOf(ctx.caller, kinds.project)
  await writeTo(ctx, kinds.project, async (change) => {
    for (let start = 0; start < gone.length; start += rowBatchSize) {
      const rows = gone.slice(start, start + rowBatchSize).map((row) => ({ ...row, goneSince: change.at }))
      await change.run(putImported, partitionId, rows)
    }
    for (const ref of forgotten) await change.run(forgetImported, partitionId, ref)
  })
}
