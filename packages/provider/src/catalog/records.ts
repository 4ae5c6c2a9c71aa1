import type { Client } from '@svc/client'
import { CatalogError, type Kind, maxPage } from '@svc/model'
import type { RecordJson } from './state.ts'

/**
 * The records of the catalog, read in bulk: a refresh asks for thousands one by one, so the first read of a kind
 * fetches its complete list, and the others are answered from that.
 */
export interface Records {
  /** The record, or null if there is none. */
  read(kind: Kind, id: string): Promise<RecordJson | null>
  /** The same, including side effects of our own writes since the list was read. */
  readNow(kind: Kind, id: string): Promise<RecordJson | null>
  /** Remembers the service's answer to a write. */
  keep(kind: Kind, record: RecordJson): void
  forget(kind: Kind, id: string): void
  /** From now on, lists are revalidated before they are used. */
  renew(): void
}

export function createRecords(client: Client): Records {
  const caches = new Map<Kind, RecordCache>()
  let hasWritten = false
  const cacheOf = (kind: Kind): RecordCache => {
    let found = caches.get(kind)
    if (!found) {
      found = createRecordCache(client, kind)
      caches.set(kind, found)
    }
    return found
  }
  return {
    read: (kind, id) => cacheOf(kind).read(id),
    readNow: (kind, id) => (hasWritten ? cacheOf(kind).ask(id) : cacheOf(kind).read(id)),
    keep(kind, record) {
      hasWritten = true
      cacheOf(kind).keep(String(record.id), record)
    },
    forget(kind, id) {
      hasWritten = true
      cacheOf(kind).keep(id, null)
    },
    renew() {
      hasWritten = false
      for (const one of caches.values()) one.renew()
    },
  }
}

interface RecordCache {
  read(id: string): Promise<RecordJson | null>
  ask(id: string): Promise<RecordJson | null>
  keep(id: string, record: RecordJson | null): void
  renew(): void
}

interface Page {
  readonly items: readonly RecordJson[]
  readonly nextCursor: string | null
  readonly etag: string | null
}

type Waiter = (record: RecordJson | undefined) => void

function createRecordCache(client: Client, kind: Kind): RecordCache {
  const source = client.records(kind)
  /** Our own writes, which are newer than any list. */
  const written = new Map<string, RecordJson | null>()
  let listed = new Map<string, RecordJson>()
  let pages: readonly Page[] = []
  let loading: Promise<void> | undefined
  /** Those waiting for the list get an answer as soon as their page has arrived. */
  const waiting = new Map<string, Waiter[]>()
  const asking = new Map<string, Promise<RecordJson | null>>()

  async function load(): Promise<void> {
    const known = pages
    const fresh: Page[] = []
    listed = new Map()
    let cursor: string | null = null
    do {
      const before: Page | undefined = known[fresh.length]
      const page: Page = await readPage(cursor, before)
      fresh.push(page)
      for (const record of page.items) {
        const id = String(record.id)
        listed.set(id, record)
        for (const tell of waiting.get(id) ?? []) tell(record)
        waiting.delete(id)
      }
      cursor = page.nextCursor
    } while (cursor !== null)
    pages = fresh
  }

  async function readPage(cursor: string | null, before: Page | undefined): Promise<Page> {
    const query = {
      limit: maxPage,
      ...(kind.hiddenBy && { [kind.hiddenBy]: 'all' }),
      ...(cursor !== null && { cursor }),
    }
    if (!before?.etag) return source.page(query)
    const answer = await source.page(query, { ifNoneMatch: before.etag })
    return answer === 'not-modified' ? before : answer
  }

  function fromList(id: string): Promise<RecordJson | undefined> {
    const found = listed.get(id)
    if (found) return Promise.resolve(found)
    return new Promise((resolve, reject) => {
      waiting.set(id, [...(waiting.get(id) ?? []), resolve])
      loading ??= load()
      loading.then(
        () => resolve(listed.get(id)),
        (failure) => {
          // The next read tries again.
          loading = undefined
          waiting.delete(id)
          reject(failure)
        },
      )
    })
  }

  /** Not in the list: created since, or deleted. Concurrent reads of the same record share the answer. */
  function alone(id: string): Promise<RecordJson | null> {
    const under = asking.get(id) ?? readOne(id).finally(() => asking.delete(id))
    asking.set(id, under)
    return under
  }

  async function readOne(id: string): Promise<RecordJson | null> {
    if (!kind.verbs.includes('read')) return null
    try {
      return (await source.read(id)).record
    } catch (failure) {
      if (failure instanceof CatalogError && failure.code === 'not_found') return null
      throw failure
    }
  }

  async function read(id: string): Promise<RecordJson | null> {
    const own = written.get(id)
    if (own !== undefined) return own
    if (!kind.verbs.includes('list')) return alone(id)
    return (await fromList(id)) ?? alone(id)
  }

  return {
    read,
    // Records without their own path never change.
    ask: kind.verbs.includes('read') ? alone : read,
    keep(id, record) {
      written.set(id, record)
    },
    renew() {
      written.clear()
      listed = new Map()
      loading = undefined
    },
  }
}
