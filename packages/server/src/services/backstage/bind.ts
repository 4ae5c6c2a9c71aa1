import type { Kind } from '@svc/model'
import { newId } from '../ids.ts'
import { type Entity, titleOf } from './entity.ts'
import { recordKinds, type State } from './state.ts'

/** Which record an entity maps to: one from an earlier import, one that people created, or a new one. */
export interface Bound {
  readonly kind: Kind
  readonly id: string
  readonly how: 'known' | 'adopted' | 'new'
}

export interface Bindings {
  readonly bound: ReadonlyMap<string, Bound>
  /** By reference: why the record of an entity is ambiguous. */
  readonly ambiguous: ReadonlyMap<string, string>
}

export function bindEntities(entities: readonly Entity[], state: State, now: Date): Bindings {
  const bound = new Map<string, Bound>()
  const ambiguous = new Map<string, string>()
  const taken = new Set([...state.rows.values()].map(({ recordId }) => recordId))
  for (const entity of entities) {
    const kind = recordKinds.get(entity.kind)
    if (!kind) continue
    const row = state.rows.get(entity.ref)
    if (row && row.kind === kind.name && state.record(kind, row.recordId)) {
      bound.set(entity.ref, { kind, id: row.recordId, how: 'known' })
      continue
    }
    const free = namesakes(entity, kind, state).filter((id) => !taken.has(id))
    if (free.length > 1) {
      ambiguous.set(entity.ref, `${free.length} records in svc have its name: ${free.join(', ')}`)
      continue
    }
    const [id = newId(kind.idPrefix, now)] = free
    taken.add(id)
    bound.set(entity.ref, { kind, id, how: free.length === 1 ? 'adopted' : 'new' })
  }
  return { bound, ambiguous }
}

/** By its title, or if nothing has that, by its name. */
function namesakes(entity: Entity, kind: Kind, state: State): readonly string[] {
  const titled = state.named(kind, titleOf(entity))
  return titled.length > 0 ? titled : state.named(kind, entity.name)
}
