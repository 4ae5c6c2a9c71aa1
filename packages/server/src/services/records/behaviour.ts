import type { Kind } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Condition } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Caller, Context } from '../context.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'

// biome-ignore lint/suspicious/noExplicitAny: kinds are erased inside the engine; each behaviour names its own record type.
export type AnyRecord = any
export type Fields = Readonly<Record<string, unknown>>

export interface Draft<R = Fields> {
  readonly next: R
  /** Absent on create. */
  readonly before: R | undefined
  /** The fields that the caller sent. */
  readonly given: ReadonlySet<string>
}

/** What a kind does besides being stored. Everything here runs inside the write's transaction. */
export interface Behaviour<R = AnyRecord> {
  /** Fills in what follows from the fields a caller sent. */
  prepare?(draft: Draft<R>, change: Change, ctx: Pick<Context, 'outbox'>): MaybePromise<R>
  /** Whether a change that leaves all fields as they are still matters: the same value was measured again. */
  isNews?(draft: Draft<R>): boolean
  /** Refuses a change or deletion by this caller, beyond what scopes say. */
  permit?(caller: Caller, record: R): void
  /** What follows from a new record; not from one that is restored. */
  begin?(change: Change, record: R): Promise<void>
  /** Refuses to remove what something else still needs; `after` is absent if the record is deleted. */
  release?(change: Change, before: R, after?: R): Promise<void>
  /** Adds further events to the log, and does whatever else follows from a change. */
  follow?(change: Change, before: R, after: R): Promise<void>
  /** What follows from a deletion. */
  end?(change: Change, record: R): Promise<void>
  /** Writes what time alone has changed of a record whose `changesAt` has come, and when it changes next. */
  elapse?(change: Change, stored: StoredRecord): Promise<StoredRecord>
  /** Conditions that hide records from a caller. */
  hides?(caller: Caller): readonly Condition[]
  canSee?(caller: Caller, record: R): boolean
  /** What callers have in common who see the same; where records are hidden, their role unless this says otherwise. */
  audience?(caller: Caller): string
  /** Computes the derived fields of records that are about to be shown. */
  derive?(ctx: Context, records: readonly R[]): Promise<readonly R[]>
}

export const behaviour = <R = AnyRecord>(
  kind: Kind,
  parts: Behaviour<R>,
): readonly [string, Behaviour<R>] => [kind.name, parts]
