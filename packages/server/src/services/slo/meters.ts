import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { Store } from '../../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { createSloSource, type SloSource } from './source.ts'

/** A measurement is one number: a larger response means the query returns too much. */
const maxBytes = 256 * 1024

export interface Meters {
  readonly source: SloSource
  /** Cancels running queries. */
  close(): Promise<void>
}

interface MeterOptions {
  readonly store: Store
  readonly vault: Vault
  /** Hosts and networks that may be queried though they are not public. */
  readonly fetchAllow: readonly string[]
}

export function openMeters({ store, vault, fetchAllow }: MeterOptions): Meters {
  const fetch = createGuardedFetch({ allow: fetchAllow, maxBytes })
  return { source: createSloSource({ store, fetch, vault }), close: fetch.close }
}
