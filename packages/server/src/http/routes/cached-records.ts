import type { Kind } from '@svc/model'
import { type Caller, partitionOf } from '../../services/context.ts'
import { audienceOf, type Basis } from '../basis.ts'
import type { ByteCache, CachedRecord } from '../byte-cache.ts'
import { isFresh } from '../freshness.ts'

/** A record's body, if it is kept and still true. */
export function cachedRecord(
  cache: ByteCache,
  key: string,
  id: string,
  basis: Basis,
): CachedRecord | undefined {
  const entry = cache.get(key) as CachedRecord | undefined
  return entry && isFresh(entry, basis, id) ? entry : undefined
}

export const recordKey = (caller: Caller, kind: Kind, id: string): string =>
  `${viewKey(caller, kind)} ${kind.name} ${id}`

/** Who sees the same bodies. */
export const viewKey = (caller: Caller, kind: Kind): string =>
  `${partitionOf(caller, kind)} ${caller.mode}${audienceOf(caller, kind)}`
