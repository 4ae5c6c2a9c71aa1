import { allKinds, scopeFor } from '@svc/model'
import type { Event } from '../../store/event.ts'
import { behaviourOf } from '../records/behaviours.ts'
import type { Caller } from '../context.ts'

type Viewer = Pick<Caller, 'role' | 'scopes'>

/** Kinds whose records, and therefore events, only administrators may read. */
const adminKinds: readonly string[] = allKinds
  .filter((kind) => scopeFor(kind, 'read') === 'admin' || scopeFor(kind, 'list') === 'admin')
  .map(({ name }) => name)

export const hiddenKinds = ({ scopes }: Viewer): readonly string[] =>
  scopes.includes('admin') ? [] : adminKinds

/** The event with the states that the caller may see; undefined if it had states and none is left. */
export function visibleEvent(caller: Caller, event: Event): Event | undefined {
  const { canSee } = behaviourOf({ name: event.subject.kind })
  if (!canSee) return event
  const seen = (state: unknown): unknown => (state !== null && canSee(caller, state) ? state : null)
  const [before, after] = [seen(event.before), seen(event.after)]
  const hasHidden = before !== event.before || after !== event.after
  return hasHidden && before === null && after === null ? undefined : { ...event, before, after }
}
