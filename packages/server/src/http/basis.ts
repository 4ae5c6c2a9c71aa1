import { type Kind, kindNamed } from '@svc/model'
import { behaviourOf } from '../services/behaviours.ts'
import { type Context, partitionOf } from '../services/context.ts'
import type { MaybePromise } from './answer.ts'

interface Plan {
  /** The kinds whose records a body of this kind is made from. */
  readonly sources: readonly Kind[]
  /** Whether the caller's role decides what is seen. */
  readonly variesByRole: boolean
}

const plans = new Map<Kind, Plan>()

function planOf(kind: Kind): Plan {
  let plan = plans.get(kind)
  if (!plan) {
    const names = Object.values(kind.fields).flatMap(({ traits }) => traits.derivedFrom ?? [])
    const sources = [kind, ...new Set(names.map(kindNamed))]
    plan = { sources, variesByRole: behaviourOf(kind).hides !== undefined }
    plans.set(kind, plan)
  }
  return plan
}

/** Names the state that a body is made from: the revisions of its kinds, and the role where that matters. */
export function basisOf(ctx: Context, kind: Kind): MaybePromise<string> {
  const { sources, variesByRole } = planOf(kind)
  const role = variesByRole ? `-${ctx.caller.role}` : ''
  if (sources.length > 1) return joined(ctx, sources, role)
  const revision = revisionOf(ctx, kind)
  return typeof revision === 'number' ? `${revision}${role}` : revision.then((known) => `${known}${role}`)
}

async function joined(ctx: Context, sources: readonly Kind[], role: string): Promise<string> {
  return (await Promise.all(sources.map((source) => revisionOf(ctx, source)))).join('.') + role
}

function revisionOf(ctx: Context, kind: Kind): MaybePromise<number> {
  const partitionId = partitionOf(ctx.caller, kind)
  const revisions = ctx.seen?.get(partitionId) ?? ctx.store.revisions.current(partitionId)
  return revisions instanceof Promise
    ? revisions.then((map) => map.get(kind.name) ?? 0)
    : (revisions.get(kind.name) ?? 0)
}

export const isDerived = (kind: Kind): boolean => planOf(kind).sources.length > 1
