import { allKinds, kindsDerivedFrom, kindsThatFollow, summaryFollows } from '@svc/model'
import type { QueryClient } from '@tanstack/query-core'
import { isLongList } from '../api/long-list.ts'
import type { Change } from './read-stream.ts'

/** Changes come in bursts; what is shown is refetched once per burst. */
const debounceMs = 400
/** A slow refresh is followed by an even longer pause, so that the server is idle most of the time. */
const pauseFactor = 3
/** The longest wait for a response before the next refresh may start, and the longest pause. */
const maxWaitMs = 10_000
/** While an edit from this tab is in flight, its response wins. */
const editRetryMs = 250

const prefixes = new Map<string, string>(allKinds.map(({ name, idPrefix }) => [name, `${idPrefix}_`]))

/** Long enough for the server to have derived what follows from a change, and rare enough for large queries. */
const derivedDelayMs = 3_000

type Changed = ReadonlyMap<string, ReadonlySet<string>>

interface Refresher {
  add(change: Pick<Change, 'kind' | 'id'>): void
  stop(): void
}

/** Refetches what an event has made stale, without flicker: what is shown stays until the response is in. */
export function createRefresher(
  queries: QueryClient,
  mode: string,
  onLongList: (kind: string, count: number) => void,
  { burstMs = debounceMs } = {},
): Refresher {
  let waiting = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const working = new Map<string, ReturnType<typeof setTimeout>>()
  let isRefreshing = false
  let isOver = false

  const refreshLater = (name: string) => {
    if (isOver || working.has(name)) return
    const run = () => {
      working.delete(name)
      void queries.invalidateQueries({ queryKey: [mode, name], predicate: (query) => !isLongList(query) })
      if (summaryFollows.includes(name)) void queries.invalidateQueries({ queryKey: [mode, 'summary'] })
    }
    working.set(name, setTimeout(run, derivedDelayMs))
  }

  const plan = (ms: number) => {
    if (!isOver && !isRefreshing) timer ??= setTimeout(() => void flush(), ms)
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    if (queries.isMutating() > 0) return plan(editRetryMs)
    const changed = waiting
    waiting = new Map()
    const beganMs = performance.now()
    for (const [kind, ids] of changed) {
      if (isLongListShown(queries, [mode, kind])) onLongList(kind, ids.size)
      for (const follower of kindsThatFollow(kind)) refreshLater(follower)
    }
    isRefreshing = true
    // A request in flight is never restarted: during a burst of events none would ever finish.
    await within(maxWaitMs, refresh(queries, mode, changed))
    isRefreshing = false
    const pauseMs = Math.min(maxWaitMs, pauseFactor * (performance.now() - beganMs))
    if (waiting.size > 0) plan(Math.max(burstMs, pauseMs))
  }

  return {
    add({ kind, id }) {
      if (!prefixes.has(kind)) return
      waiting.set(kind, (waiting.get(kind) ?? new Set()).add(id))
      plan(burstMs)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
      for (const one of working.values()) clearTimeout(one)
    },
  }
}

/** In one pass over the cache, however much has changed. */
function refresh(queries: QueryClient, mode: string, changed: Changed): Promise<void> {
  const following = new Set([...changed.keys()].flatMap(kindsDerivedFrom))
  const ids = new Set([...changed.values()].flatMap((own) => [...own]))
  return queries.invalidateQueries({
    queryKey: [mode],
    predicate(query) {
      const [, about, part, id] = query.queryKey
      if (about === 'name' || about === 'history' || about === 'spec') return ids.has(String(part))
      if (about === 'summary') return [...changed.keys()].some((kind) => summaryFollows.includes(kind))
      if (isLongList(query)) return false
      if (following.has(String(about))) return true
      const own = changed.get(String(about))
      return own !== undefined && (!isOfOneRecord(String(about), id) || own.has(String(id)))
    },
  })
}

/** Whether a query is about a single record, such as its text or its history. */
const isOfOneRecord = (kind: string, id: unknown): boolean =>
  typeof id === 'string' && id.startsWith(prefixes.get(kind) ?? ' ')

/** Waits for a promise, up to a limit. */
const within = (ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(resolve, ms)
    void done.finally(() => {
      clearTimeout(limit)
      resolve()
    })
  })

/** Without an observer it is removed from the cache: whoever comes back to it starts at the top. */
function isLongListShown(queries: QueryClient, queryKey: readonly string[]): boolean {
  queries.removeQueries({ queryKey, type: 'inactive', predicate: isLongList })
  return queries.getQueryCache().findAll({ queryKey, type: 'active' }).some(isLongList)
}
