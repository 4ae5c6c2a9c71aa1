import { type Kind, kindNamed } from '@svc/model'
import { behaviourOf } from '../services/records/behaviours.ts'
import { type Context, partitionOf } from '../services/context.ts'
import type { Revisions } from '../store/revisions.ts'
import { andThen } from '../services/and-then.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'

interface Plan {
  /** The kinds whose records a body of this kind is made from. */
  readonly sources: readonly Kind[]
  /** Whether the caller's role decides what is seen. */
  readonly variesByRole: boolean
}

const plans = new Map<Kind, Plan>()

export function planOf(kind: Kind): Plan {
  let plan = plans.get(kind)
  if (!plan) {
    const names = Object.values(kind.fields).flatMap(({ traits }) => traits.derivedFrom ?? [])
    const sources = [kind, ...new Set(names.map(kindNamed))]
    plan = { sources, variesByRole: behaviourOf(kind).hides !== undefined }
    plans.set(kind, plan)
  }
  return plan
}

/**
 * Names the state that a body is made from: the epoch, the revisions of its kinds, and the role where that
 * matters. The epoch is the one that the revisions were read in, not the latest known.
 */
export function basisOf(ctx: Context, kind: Kind): MaybePromise<string> {
  const { sources, variesByRole } = planOf(kind)
  const role = variesByRole ? `-${ctx.caller.role}` : ''
  if (sources.length > 1) return joined(ctx, sources, role)
  return andThen(revisionsOf(ctx, kind), (revisions) => `${revisionIn(revisions, kind)}${role}`)
}

/** The epoch that a basis begins with. */
export const epochOf = (basis: string): string => basis.slice(0, basis.indexOf('.'))

const revisionIn = ({ epoch, kinds }: Revisions, kind: Kind): string =>
  `${epoch}.${kinds.get(kind.name) ?? 0}`

async function joined(ctx: Context, sources: readonly Kind[], role: string): Promise<string> {
  const all = await Promise.all(
    sources.map(async (source) => revisionIn(await revisionsOf(ctx, source), source)),
  )
  const [epoch] = (all[0] ?? '').split('.', 1)
  // Usually all share one epoch, which is then written only once.
  return `${epoch}.${all.map((one) => one.replace(`${epoch}.`, '')).join('.')}${role}`
}

function revisionsOf(ctx: Context, kind: Kind): MaybePromise<Revisions> {
  const partitionId = partitionOf(ctx.caller, kind)
  return ctx.seen?.get(partitionId) ?? ctx.store.revisions.current(partitionId)
}

export const isDerived = (kind: Kind): boolean => planOf(kind).sources.length > 1
