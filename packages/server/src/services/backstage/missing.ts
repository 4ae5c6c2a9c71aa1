import { kindNamed } from '@svc/model'
import type { Imported } from '../../store/queries/imported.ts'
import type { State } from './state.ts'

export interface Missing {
  /** No longer in their source as of this run. */
  readonly gone: readonly Imported[]
  /** Gone from the source and from svc: no longer tracked. */
  readonly forgotten: readonly string[]
}

/** What was imported before and is no longer in its source; `complete` are the sources that were read completely. */
export function missingFrom(
  state: State,
  { present, complete }: { readonly present: ReadonlySet<string>; readonly complete: ReadonlySet<string> },
): Missing {
  const missed = [...state.rows.values()].filter(
    ({ ref, source }) => complete.has(source) && !present.has(ref),
  )
  const exists = ({ kind, recordId }: Imported): boolean =>
    state.record(kindNamed(kind), recordId) !== undefined
  return {
    gone: missed.filter((row) => row.goneSince === null && exists(row)),
    forgotten: missed.filter((row) => !exists(row)).map(({ ref }) => ref),
  }
}
