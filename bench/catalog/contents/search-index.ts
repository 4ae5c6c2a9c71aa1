import { openStore, type StoreLocation } from '@svc/server'
import { buildTextIndex } from '../../../packages/server/src/services/search/build-index.ts'

/** Nobody waits. */
const stepMs = 1_000

/** Indexes the texts of a database that has just got its records, and returns how many seconds that took. */
export async function buildSearchIndex(location: StoreLocation): Promise<number> {
  const startedAt = performance.now()
  const store = await openStore(location)
  try {
    console.error(`  ${await buildTextIndex(store, stepMs)} texts`)
  } finally {
    await store.close()
  }
  return (performance.now() - startedAt) / 1000
}
