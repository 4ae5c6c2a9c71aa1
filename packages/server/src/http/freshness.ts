import type { ListRequest } from '../services/records/lists.ts'
import { decidingFields } from '../services/records/deciding-fields.ts'
import { type Basis, isSameBasis } from './basis.ts'
import type { CachedBody } from './byte-cache.ts'
import type { KeptList } from './kept-list.ts'
import type { Pieces } from './pieces.ts'

/** Whether a record's body is still true: its kind is as it was, or nothing has touched this record since. */
export function isFresh(entry: CachedBody, basis: Basis, id: string): boolean {
  const { basis: before } = entry
  if (isSameBasis(before, basis)) return true
  const { history } = basis
  if (!history || before.epoch !== basis.epoch || history.hasTouched(id, before.revision)) return false
  // From here on only what comes later has to be looked at.
  if (basis.revision > before.revision) entry.basis = basis
  return true
}

/** A list in the cache, and what makes it stale. */
export interface CachedList extends CachedBody {
  readonly body: Pieces
  readonly list: KeptList
  readonly request: ListRequest
  /** Whether there are more records after it, so that others decide about its end. */
  readonly hasMore: boolean
}

/** What has to be read before a list is true again. */
export interface Doubts {
  /** Those of its records that have changed. */
  readonly members: readonly string[]
  /** Others that may belong to it now. */
  readonly others: readonly string[]
  /** The revision up to which this is all. */
  readonly upTo: number
}

/** More than this are read as fast together with the rest. */
const maxDoubts = 200

/** What is in doubt about a list; undefined if it has to be read anew. */
export function doubtsAbout(entry: CachedList, basis: Basis): Doubts | undefined {
  const { history, epoch } = basis
  const { basis: before, list, request, hasMore } = entry
  if (!history || before.epoch !== epoch) return undefined
  const steps = history.stepsSince(before.revision)
  const deciding = decidingFields(request.kind, request)
  if (!steps || !deciding) return undefined
  const members = new Set<string>()
  const others = new Set<string>()
  for (const { id, changed } of steps) {
    const decides = changed === null || !changed.isDisjointFrom(deciding)
    if (list.has(id)) {
      if (decides) return undefined
      members.add(id)
    } else if (decides) {
      if (hasMore) return undefined
      others.add(id)
    }
    if (members.size + others.size > maxDoubts) return undefined
  }
  return { members: [...members], others: [...others], upTo: Math.max(history.revision, basis.revision) }
}
