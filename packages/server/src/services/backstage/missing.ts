import { kindNamed } from '@svc/model'
import type { Imported } from '../../store/queries/imported.ts'
import type { State } from './state.ts'

export interface Missing {
  /** Not in their source any more, from this run on. */
  readonly gone: readonly Imported[]
  /** Gone from the source and from svc too: nothing is left to be remembered. */
  readonly forgotten: readonly string[]
}

/** What was imported once and is in no source now; `complete` are the sources that were read to their end. */
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
