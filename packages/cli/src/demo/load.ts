import { type Kind, kinds } from '@svc/model'
import {
  type Change,
  type Context,
  createRecord,
  describedSpec,
  draftOf,
  newId,
  partitionOf,
  putSpec,
  updateRecord,
} from '@svc/server'
import { personOf } from './company/people.ts'
import { type KindName, type Series, type Step, withRefs } from './step.ts'

/** As many as the writer puts in one transaction; between two, the server handles other requests. */
const stepsAtOnce = 64
const rowsAtOnce = 960

/** The ids that the service has assigned so far. */
export type Ids = Map<string, string>

export interface Loading {
  readonly ctx: Context
  readonly ids: Ids
  onDone(done: Done): void
}

export interface Done {
  readonly kind: KindName
  readonly count: number
  /** Not counting changes of existing records. */
  readonly areNew: boolean
}

/**
 * Each step is a separate write, with its own time and author; those submitted together share a transaction.
 */
export async function loadSteps(loading: Loading, steps: readonly Step[]): Promise<void> {
  for (let start = 0; start < steps.length; start += stepsAtOnce) {
    const batch = steps.slice(start, start + stepsAtOnce)
    await Promise.all(batch.map((step) => loadStep(loading, step)))
  }
}

async function loadStep(loading: Loading, step: Step): Promise<void> {
  const { ctx, ids } = loading
  const partitionId = partitionOf(ctx.caller, kinds[step.kind])
  const request = { partitionId, actor: actorOf(loading, step), now: () => step.at }
  await ctx.store.write(request, async (change) => {
    // Recorded at once: later steps of the same transaction may reference it.
    ids.set(nameOf(step.kind, step.key), await verbs[step.verb](loading, change, step))
  })
  loading.onDone({ kind: step.kind, count: 1, areNew: step.verb === 'create' || step.verb === 'insert' })
}

type Perform = (loading: Loading, change: Change, step: Step) => Promise<string>

const verbs = {
  create: async ({ ctx, ids }, change, { kind, fields, spec }) => {
    const { record } = await createRecord(ctx, change, kinds[kind], resolved(fields, ids))
    const id = String(record.id)
    if (spec) await putSpec(change, id, await describedSpec(spec))
    return id
  },
  insert: async ({ ids }, change, { kind, fields, at }) =>
    insert(change, kinds[kind], at, resolved(fields, ids)),
  update: async ({ ctx, ids }, change, { kind, key, fields }) => {
    const id = idOf(ids, kind, key)
    await updateRecord(ctx, change, kinds[kind], { id, input: resolved(fields, ids) })
    return id
  },
  derive: async ({ ids }, change, { kind, key, fields }) => {
    const id = idOf(ids, kind, key)
    const held = await change.find(kinds[kind], id)
    if (held) await change.derive(kinds[kind], held, { ...held.record, ...resolved(fields, ids) })
    return id
  },
} satisfies Record<Step['verb'], Perform>

export async function loadSeries(loading: Loading, { kind, shared, draw }: Series): Promise<void> {
  const { ctx, ids, onDone } = loading
  const request = { partitionId: partitionOf(ctx.caller, kinds[kind]), actor: ctx.caller.actor }
  const common = resolved(shared, ids)
  const { rows, steps } = draw()
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch = rows.slice(start, start + rowsAtOnce)
    await ctx.store.write({ ...request, now: () => batch.at(-1)?.at ?? ctx.now() }, async (change) => {
      await change.insertAll(
        kinds[kind],
        batch.map(({ at, fields }) => recordOf(kinds[kind], at, { ...common, ...fields })),
      )
    })
    onDone({ kind, count: batch.length, areNew: true })
  }
  await loadSteps(loading, steps)
}

async function insert(change: Change, kind: Kind, at: Date, fields: Step['fields']): Promise<string> {
  const record = recordOf(kind, at, fields)
  await change.insert(kind, record)
  return record.id
}

function recordOf(kind: Kind, at: Date, fields: Step['fields']) {
  const id = newId(kind.idPrefix, at)
  const { next } = draftOf(kind, fields, { id, at: at.toISOString() })
  // The draft leaves out what callers may not set; here it is known.
  return { ...next, ...fields, id }
}

function actorOf({ ctx, ids }: Loading, { by }: Step): Change['actor'] {
  if (by === null) return ctx.caller.actor
  return { type: 'user', id: idOf(ids, 'user', by), name: personOf(by).name }
}

const resolved = (fields: Step['fields'], ids: Ids): Step['fields'] =>
  withRefs(fields, ({ kind, key }) => idOf(ids, kind, key))

export const nameOf = (kind: KindName, key: string): string => `${kind}/${key}`

function idOf(ids: Ids, kind: KindName, key: string): string {
  const id = ids.get(nameOf(kind, key))
  if (id === undefined)
    throw new Error(`The demo references the ${kinds[kind].noun} ${key}, which it does not have.`)
  return id
}
