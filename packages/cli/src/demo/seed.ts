import { type Kind, kinds, type Mode } from '@svc/model'
import { type Context, organisation, recordsOf, type Store, systemCaller } from '@svc/server'
import { joinCopies } from './copies.ts'
import { type Done, type Ids, loadSeries, loadSteps, nameOf } from './load.ts'
import { planDemo } from './plan.ts'
import type { Step } from './step.ts'

export interface DemoOptions {
  readonly organisationId: string
  /** The same seed produces the same catalog. */
  readonly seed?: number
  /** How many such companies make up the catalog: more than one to see how svc performs at scale. */
  readonly times?: number
  readonly mode?: Mode
  readonly now?: Date
  onProgress?(done: number, total: number): void
}

/** Fills an organisation with the catalog of an online grocer; returns how many records each table got. */
export async function seedDemo(store: Store, options: DemoOptions): Promise<Record<string, number>> {
  const { organisationId, seed = 1, times = 1, mode = 'live', now = new Date() } = options
  const caller = systemCaller(await organisation(store, organisationId), mode)
  const ctx: Context = { store, caller, now: () => now }
  await refuseIfUsed(ctx)

  const plan = joinCopies([
    planDemo(seed, now),
    ...Array.from({ length: times - 1 }, (_, index) => planDemo(seed + index + 1, now)),
  ])
  const ids: Ids = new Map()
  const people = await withoutKnown(ctx, ids, plan.people)
  const history = await withoutKnown(ctx, ids, plan.history)
  const measured = plan.measurements.reduce((sum, { size }) => sum + size, 0)
  const tally = tallyFor(people.length + history.length + measured, options)
  const loading = { ctx, ids, onDone: tally.add }

  await loadSteps(loading, people)
  await loadSteps(loading, history)
  for (const series of plan.measurements) await loadSeries(loading, series)
  return tally.counts
}

async function refuseIfUsed(ctx: Context): Promise<void> {
  const [project] = await recordsOf(ctx, kinds.project).list(kinds.project, { where: [], limit: 1 })
  if (!project) return
  const { organisation: owner, mode } = ctx.caller
  throw new Error(
    `${owner.name} (${owner.id}) already has projects in ${mode} mode. ` +
      'The demo only fills an empty catalog: create another organisation for it, or use the other mode.',
  )
}

/** What may exist before the demo, by what identifies it: members are shared by both modes. */
const identifying = [
  ['user', 'email'],
  ['integration', 'type'],
] as const

/** Skips what exists, and notes its id for whatever references it. */
async function withoutKnown(ctx: Context, ids: Ids, steps: readonly Step[]): Promise<readonly Step[]> {
  const known = new Map<unknown, string>()
  for (const [name, field] of identifying) {
    const kind: Kind = kinds[name]
    for (const { record } of await recordsOf(ctx, kind).list(kind, { where: [] })) {
      known.set(`${name} ${record[field]}`, String(record.id))
    }
  }
  return steps.filter(({ kind, key, fields }) => {
    const [, field] = identifying.find(([name]) => name === kind) ?? []
    const id = field && known.get(`${kind} ${fields[field]}`)
    if (id) ids.set(nameOf(kind, key), id)
    return !id
  })
}

function tallyFor(total: number, { onProgress }: DemoOptions) {
  const counts: Record<string, number> = {}
  let done = 0
  return {
    counts,
    add({ kind, count, areNew }: Done): void {
      const { table } = kinds[kind]
      if (areNew) counts[table] = (counts[table] ?? 0) + count
      done += count
      onProgress?.(done, total)
    },
  }
}
