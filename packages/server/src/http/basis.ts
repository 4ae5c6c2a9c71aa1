import { type Kind, kindNamed } from '@svc/model'
import { behaviourOf } from '../services/behaviours.ts'
import { type Context, partitionOf } from '../services/context.ts'
import type { MaybePromise } from './answer.ts'

const sourcesOf = new Map<Kind, readonly Kind[]>()

/** The kinds whose records a body of this kind is made from. */
function sources(kind: Kind): readonly Kind[] {
  let found = sourcesOf.get(kind)
  if (!found) {
    const names = Object.values(kind.fields).flatMap(({ traits }) => traits.derivedFrom ?? [])
    found = [kind, ...new Set(names.map(kindNamed))]
    sourcesOf.set(kind, found)
  }
  return found
}

/** Names the state that a body is made from: the revisions of its kinds, and the role where that decides what is seen. */
export function basisOf(ctx: Context, kind: Kind): MaybePromise<string> {
  const parts = sources(kind).map((source) => {
    const revisions = ctx.store.revisions.current(partitionOf(ctx.caller, source))
    return revisions instanceof Promise
      ? revisions.then((map) => map.get(source.name) ?? 0)
      : (revisions.get(source.name) ?? 0)
  })
  const role = behaviourOf(kind).hides ? `-${ctx.caller.role}` : ''
  const isKnown = (part: MaybePromise<number>): part is number => typeof part === 'number'
  if (parts.every(isKnown)) return `${parts.join('.')}${role}`
  return Promise.all(parts).then((known) => `${known.join('.')}${role}`)
}

export const isDerived = (kind: Kind): boolean => sources(kind).length > 1
