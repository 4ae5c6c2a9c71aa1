import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '@svc/model'
import type { Imported } from '../../store/queries/imported.ts'
import type { Fields } from '../records/behaviour.ts'
import type { Bound } from './bind.ts'
import { fit } from './fit.ts'
import type { TakeNote } from './notes.ts'
import type { State } from './state.ts'

/** A value that others have a say in too: worked out from what the record holds. */
export type Contribution = (current: unknown) => unknown

/** One record as the source wants it. */
export interface Wanted extends Bound {
  readonly ref: string
  readonly name: string
  readonly fields: Fields
  /** For what must be there and is refused. */
  readonly fallback?: Fields
  readonly contributed?: Readonly<Record<string, Contribution>>
  /** Absent for a record that the source only adds to. */
  readonly source?: string
}

export type Action = 'create' | 'update' | 'adopt' | 'unchanged'

/** What an import is about to do with one record. */
export interface Step {
  readonly action: Action
  readonly ref: string
  readonly kind: Kind
  readonly id: string
  readonly name: string
  /** What is written: of a new record everything, of another what changes. */
  readonly input: Fields
  readonly why: string | null
  /** What is to be remembered, where that changes too. */
  readonly row: Imported | undefined
  readonly isBack: boolean
  /** Whether the record is another's, which the source only adds to. */
  readonly isAddition: boolean
}

/** `record` is what is there now, `state` what was remembered of it. */
export function stepFor(
  wanted: Wanted,
  record: Fields | undefined,
  { state, note }: { readonly state: State; readonly note: TakeNote },
): Step {
  const { ref, kind, id, how, name, source } = wanted
  const before = state.rows.get(ref)
  const fields = { ...wanted.fallback, ...fit(kind, ref, wanted.fields, note) }
  const asked = { ...fields, ...fit(kind, ref, contributionsOf(wanted, record), note) }
  const input = record ? differing(record, { ...dropped(kind, fields, before), ...asked }) : asked
  const row = source === undefined ? undefined : rowOf(wanted, source, Object.keys(fields))
  return {
    action: actionOf(how, input),
    ref,
    kind,
    id,
    name,
    input,
    why: how === 'new' && before ? 'it was deleted here, and the source still has it' : null,
    row: row && isDeepStrictEqual(row, before) ? undefined : row,
    isBack: before !== undefined && before.goneSince !== null && source !== undefined,
    isAddition: source === undefined,
  }
}

function actionOf(how: Bound['how'], input: Fields): Action {
  if (how === 'new') return 'create'
  if (how === 'adopted') return 'adopt'
  return Object.keys(input).length > 0 ? 'update' : 'unchanged'
}

const contributionsOf = ({ contributed = {}, kind }: Wanted, record: Fields | undefined): Fields =>
  Object.fromEntries(
    Object.entries(contributed).map(([key, value]) => [
      key,
      value(record ? record[key] : initial(kind, key)),
    ]),
  )

/** What the source used to state and states no longer goes back to what it is without being said. */
const dropped = (kind: Kind, fields: Fields, before: Imported | undefined): Fields =>
  Object.fromEntries(
    (before?.owned ?? [])
      .filter((key) => !(key in fields) && kind.fields[key])
      .map((key) => [key, initial(kind, key)]),
  )

const initial = (kind: Kind, key: string): unknown => kind.fields[key]?.traits.default ?? null

const differing = (record: Fields, asked: Fields): Fields =>
  Object.fromEntries(Object.entries(asked).filter(([key, value]) => !isDeepStrictEqual(record[key], value)))

const rowOf = ({ ref, kind, id }: Wanted, source: string, owned: readonly string[]): Imported => ({
  ref,
  source,
  kind: kind.name,
  recordId: id,
  owned: [...owned].sort(),
  goneSince: null,
})
