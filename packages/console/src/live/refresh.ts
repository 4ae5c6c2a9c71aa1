import { allKinds, kindsDerivedFrom, kindsThatFollow } from '@svc/model'
import type { QueryClient } from '@tanstack/query-core'
import { isLongList } from '../api/long-list.ts'
import type { Change } from './read-stream.ts'

/** Changes come in bursts; what is shown is asked for again once for each burst. */
const gatherMs = 400
/** A refresh that takes long is followed by a rest that is longer still: most of the time is the server's own. */
const restShare = 3
/** No answer is waited for longer than this before the next refresh may begin, and no rest is longer. */
const longestMs = 10_000
/** While an edit of this tab is on its way, its answer is what counts. */
const editMs = 250

const prefixes = new Map<string, string>(allKinds.map(({ name, idPrefix }) => [name, `${idPrefix}_`]))

/** Long enough for the server to have worked out what follows from a change, and seldom enough for what is large. */
const workMs = 3_000

type Changed = ReadonlyMap<string, ReadonlySet<string>>

interface Refresher {
  add(change: Pick<Change, 'kind' | 'id'>): void
  stop(): void
}

/** Asks again for what an event has made old, without a flicker: what is shown stays until the answer is there. */
export function createRefresher(
  queries: QueryClient,
  mode: string,
  onLongList: (kind: string, count: number) => void,
  { burstMs = gatherMs } = {},
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
    }
    working.set(name, setTimeout(run, workMs))
  }

  const plan = (ms: number) => {
    if (!isOver && !isRefreshing) timer ??= setTimeout(() => void flush(), ms)
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    if (queries.isMutating() > 0) return plan(editMs)
    const changed = waiting
    waiting = new Map()
    const beganMs = performance.now()
    for (const [kind, ids] of changed) {
      if (isLongListShown(queries, [mode, kind])) onLongList(kind, ids.size)
      for (const follower of kindsThatFollow(kind)) refreshLater(follower)
    }
    isRefreshing = true
    // A question that is being answered is never asked anew: under a storm of events none would come to its end.
    await within(longestMs, refresh(queries, mode, changed))
    isRefreshing = false
    const restMs = Math.min(longestMs, restShare * (performance.now() - beganMs))
    if (waiting.size > 0) plan(Math.max(burstMs, restMs))
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

/** In one walk over all that is known, however much has changed. */
function refresh(queries: QueryClient, mode: string, changed: Changed): Promise<void> {
  const following = new Set([...changed.keys()].flatMap(kindsDerivedFrom))
  const ids = new Set([...changed.values()].flatMap((own) => [...own]))
  return queries.invalidateQueries({
    queryKey: [mode],
    predicate(query) {
      const [, about, part, id] = query.queryKey
      if (about === 'name' || about === 'history') return ids.has(String(part))
      if (isLongList(query)) return false
      if (following.has(String(about))) return true
      const own = changed.get(String(about))
      return own !== undefined && (!isOfOne(String(about), id) || own.has(String(id)))
    },
  })
}

/** Whether a question is about one record of its kind, such as its text or its past, and not about many. */
const isOfOne = (kind: string, id: unknown): boolean =>
  typeof id === 'string' && id.startsWith(prefixes.get(kind) ?? ' ')

/** Waits for something, but not for ever. */
const within = (ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(resolve, ms)
    void done.finally(() => {
      clearTimeout(limit)
      resolve()
    })
  })

/** One that nobody looks at is forgotten: who comes back to it gets its beginning anew. */
function isLongListShown(queries: QueryClient, queryKey: readonly string[]): boolean {
  queries.removeQueries({ queryKey, type: 'inactive', predicate: isLongList })
  return queries.getQueryCache().findAll({ queryKey, type: 'active' }).some(isLongList)
}
