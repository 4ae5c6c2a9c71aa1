import type { Bound } from './bind.ts'
import type { Mapper, Target } from './mapper.ts'
import type { AddNote } from './notes.ts'
import type { People } from './people.ts'
import { recordKinds, type State } from './state.ts'

/** A reference resolves to an entity of this run, else of an earlier one, else to the only record with that name. */
export function createMapper({
  state,
  bound,
  people,
  note,
}: {
  readonly state: State
  readonly bound: ReadonlyMap<string, Bound>
  readonly people: People
  readonly note: AddNote
}): Mapper {
  const target = (ref: string): Target | undefined => {
    const here = bound.get(ref)
    const kind = recordKinds.get(ref.slice(0, ref.indexOf(':')))
    if (here || !kind) return here
    const row = state.rows.get(ref)
    if (row && state.record(kind, row.recordId)) return { kind, id: row.recordId }
    const [id, another] = state.named(kind, ref.slice(ref.indexOf('/') + 1))
    return id !== undefined && another === undefined ? { kind, id } : undefined
  }
  return {
    note,
    target,
    member: (ref) => people.members.get(ref),
    isUser: (ref) => people.members.has(ref) || people.unmatched.has(ref),
  }
}
