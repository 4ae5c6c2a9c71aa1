import { openStore, type StoreLocation } from '@svc/server'

/**
 * Builds what text search needs, as the product itself does it on a database that has just got its records, and
 * returns how long that took. Opening a store runs the migrations and whatever is due after them.
 */
export async function buildSearchIndex(location: StoreLocation): Promise<number> {
  const startedAt = performance.now()
  const store = await openStore(location)
  await store.close()
  return (performance.now() - startedAt) / 1000
}
