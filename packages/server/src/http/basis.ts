import { type Kind, kindNamed } from '@svc/model'
import { behaviourOf } from '../services/records/behaviours.ts'
import { type Caller, type Context, partitionOf } from '../services/context.ts'
import type { History } from '../store/history.ts'
import type { Revisions } from '../store/revisions.ts'
import { andThen } from '../services/and-then.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'

/** Names the state that a body is made from. */
export interface Basis {
  /** The one that the revisions were read in, not the latest known. */
  readonly epoch: string
  /** The revisions of its kinds, and who sees them where that matters. */
  readonly state: string
  /** The revision of the kind itself. */
  readonly revision: number
  /** What happened to its records lately; absent where their bodies are also made from other records. */
  readonly history: History | undefined
}

interface Plan {
  /** The kinds whose records a body of this kind is made from. */
  readonly sources: readonly Kind[]
  /** What callers have in common who see the same; absent where everybody does. */
  readonly audience: ((caller: Caller) => string) | undefined
  /** Whether a body is made from its own record alone. */
  readonly isOwn: boolean
}

const plans = new Map<Kind, Plan>()

export function planOf(kind: Kind): Plan {
  let plan = plans.get(kind)
  if (!plan) {
    const names = Object.values(kind.fields).flatMap(({ traits }) => traits.derivedFrom ?? [])
    const sources = [kind, ...new Set(names.map(kindNamed))]
    const { hides, derive, audience } = behaviourOf(kind)
    plan = {
      sources,
      audience: audience ?? (hides && (({ role }) => role)),
      isOwn: sources.length === 1 && derive === undefined,
    }
    plans.set(kind, plan)
  }
  return plan
}

/** What callers have in common who see the same records of a kind, after a separator; empty where everybody does. */
export function audienceOf(caller: Caller, kind: Kind, separator = '-'): string {
  const audience = planOf(kind).audience?.(caller) ?? ''
  return audience === '' ? '' : `${separator}${audience}`
}

export function basisOf(ctx: Context, kind: Kind): MaybePromise<Basis> {
  const plan = planOf(kind)
  const audience = audienceOf(ctx.caller, kind)
  if (plan.sources.length > 1) return joined(ctx, plan.sources, audience)
  return andThen(revisionsOf(ctx, kind), (revisions) => basisIn(revisions, kind, audience))
}

function basisIn({ epoch, kinds, histories }: Revisions, kind: Kind, audience: string): Basis {
  const revision = kinds.get(kind.name) ?? 0
  const history = planOf(kind).isOwn ? histories.get(kind.name) : undefined
  return { epoch, state: `${revision}${audience}`, revision, history }
}

export const isSameBasis = (one: Basis, other: Basis): boolean =>
  one.state === other.state && one.epoch === other.epoch

async function joined(ctx: Context, sources: readonly Kind[], audience: string): Promise<Basis> {
  const all = await Promise.all(
    sources.map(async (source) => basisIn(await revisionsOf(ctx, source), source, '')),
  )
  const [{ epoch, revision } = { epoch: '', revision: 0 }] = all
  // Usually all share one epoch, which then need not be written.
  const states = all.map((one) => (one.epoch === epoch ? one.state : `${one.epoch}.${one.state}`))
  return { epoch, state: `${states.join('.')}${audience}`, revision, history: undefined }
}

function revisionsOf(ctx: Context, kind: Kind): MaybePromise<Revisions> {
  const partitionId = partitionOf(ctx.caller, kind)
  return ctx.seen?.get(partitionId) ?? ctx.store.revisions.current(partitionId)
}

export const isDerived = (kind: Kind): boolean => planOf(kind).sources.length > 1
