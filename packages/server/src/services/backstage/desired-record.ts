import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '@svc/model'
import type { Imported } from '../../store/queries/imported.ts'
import type { Fields } from '../records/behaviour.ts'
import type { Bound } from './bind.ts'
import { fit } from './fit.ts'
import type { AddNote } from './notes.ts'
import type { State } from './state.ts'

/** A value that others may set too: computed from the record's current value. */
export type Contribution = (current: unknown) => unknown

/** One record as the source wants it. */
export interface DesiredRecord extends Bound {
  readonly ref: string
  readonly name: string
  readonly fields: Fields
  /** For required fields whose value is invalid. */
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
  /** What is written: everything for a new record, otherwise what changes. */
  readonly input: Fields
  readonly why: string | null
  /** What the import records about it, if that changes too. */
  readonly row: Imported | undefined
  readonly isBack: boolean
  /** Whether the source only adds to the record, which it does not own. */
  readonly isAddition: boolean
}

/** `record` is the current record, `state` what earlier imports recorded about it. */
export function stepFor(
  desired: DesiredRecord,
  record: Fields | undefined,
  { state, note }: { readonly state: State; readonly note: AddNote },
): Step {
  const { ref, kind, id, how, name, source } = desired
  const before = state.rows.get(ref)
  const fields = { ...desired.fallback, ...fit(kind, ref, desired.fields, note) }
  const asked = { ...fields, ...fit(kind, ref, contributionsOf(desired, record), note) }
  const input = record ? differing(record, { ...dropped(kind, fields, before), ...asked }) : asked
  const row = source === undefined ? undefined : rowOf(desired, source, Object.keys(fields))
  return {
    action: actionOf(how, input),
    ref,
    kind,
    id,
    name,
    input,
    why: how === 'new' && before ? 'it was deleted in svc, but the source still has it' : null,
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

const contributionsOf = ({ contributed = {}, kind }: DesiredRecord, record: Fields | undefined): Fields =>
  Object.fromEntries(
    Object.entries(contributed).map(([key, value]) => [
      key,
      value(record ? record[key] : initial(kind, key)),
    ]),
  )

/** Fields that the source used to state, and no longer does, return to their defaults. */
const dropped = (kind: Kind, fields: Fields, before: Imported | undefined): Fields =>
  Object.fromEntries(
    (before?.owned ?? [])
      .filter((key) => !(key in fields) && kind.fields[key])
      .map((key) => [key, initial(kind, key)]),
  )

const initial = (kind: Kind, key: string): unknown => kind.fields[key]?.traits.default ?? null

const differing = (record: Fields, asked: Fields): Fields =>
  Object.fromEntries(Object.entries(asked).filter(([key, value]) => !isDeepStrictEqual(record[key], value)))

const rowOf = ({ ref, kind, id }: DesiredRecord, source: string, owned: readonly string[]): Imported => ({
  ref,
  source,
  kind: kind.name,
  recordId: id,
  owned: [...owned].sort(),
  goneSince: null,
})
