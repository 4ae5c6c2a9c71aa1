import type { Fields, Records } from '@svc/client'
import { CatalogError } from '@svc/model'
import { isAlike } from '../../form/draft.ts'
import type { Effect } from './bulk-change.ts'

/** A record that was changed, and what its fields said before and after, so that it can be changed back. */
export interface Done {
  readonly record: Fields
  readonly before: Fields
  readonly after: Fields
}

export interface BulkFailure {
  readonly record: Fields
  readonly reason: string
}

export interface BulkProgress {
  readonly total: number
  readonly done: readonly Done[]
  /** They had the value already: nothing was written. */
  readonly same: number
  readonly failures: readonly BulkFailure[]
  readonly isRunning: boolean
}

/** How many were not tried, because somebody stopped it. */
export const leftOf = ({ total, done, same, failures }: BulkProgress): number =>
  total - done.length - same - failures.length

interface BulkJob {
  readonly records: Records
  readonly rows: readonly Fields[]
  /** What to do with a record as it is now, given how it was shown. */
  readonly effect: (now: Fields, shown: Fields) => Effect
  readonly signal: AbortSignal
  onProgress(progress: BulkProgress): void
}

const concurrency = 4
const attempts = 3
const reportMs = 100

/** Changes many records, a few at a time; each based on its current state, so that nobody's work is lost. */
export async function runBulk({ records, rows, effect, signal, onProgress }: BulkJob): Promise<BulkProgress> {
  const done: Done[] = []
  const failures: BulkFailure[] = []
  let same = 0
  let reportedAt = 0
  let next = 0
  const report = (isRunning: boolean): BulkProgress => {
    const progress = { total: rows.length, done: [...done], same, failures: [...failures], isRunning }
    reportedAt = performance.now()
    onProgress(progress)
    return progress
  }
  const work = async (): Promise<void> => {
    for (let row = rows[next++]; row && !signal.aborted; row = rows[next++]) {
      const shown = row
      try {
        const changed = await changeOne(records, String(shown.id), (now) => effect(now, shown))
        if (changed) done.push(changed)
        else same++
      } catch (error) {
        failures.push({ record: shown, reason: error instanceof Error ? error.message : String(error) })
      }
      if (performance.now() - reportedAt > reportMs) report(true)
    }
  }
  report(true)
  await Promise.all(Array.from({ length: concurrency }, work))
  return report(false)
}

/** Null where the record is as it should be. */
async function changeOne(
  records: Records,
  id: string,
  effect: (now: Fields) => Effect,
): Promise<Done | null> {
  for (let attempt = 1; ; attempt++) {
    const { record, etag } = await records.read(id)
    const found = effect(record)
    if (found.kind === 'same') return null
    if (found.kind === 'refused') throw new Error(found.reason)
    try {
      const saved = await records.update(id, found.changes, { ifMatch: etag })
      const keys = Object.keys(found.changes)
      return { record: saved.record, before: only(record, keys), after: only(saved.record, keys) }
    } catch (error) {
      const isConflict = error instanceof CatalogError && error.code === 'precondition_failed'
      if (!isConflict || attempt === attempts) throw error
    }
  }
}

const only = (record: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))

/** Changes a record back, unless somebody has changed the same fields since. */
export function undoing({ before, after }: Done, now: Fields): Effect {
  const keys = Object.keys(before)
  if (keys.every((key) => isAlike(now[key], before[key]))) return { kind: 'same' }
  return keys.every((key) => isAlike(now[key], after[key]))
    ? { kind: 'change', changes: before }
    : { kind: 'refused', reason: 'Somebody has changed it since. It stays as it is.' }
}
