import { kinds } from '@svc/model'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMode } from '../app/mode.tsx'
import { useSession } from '../app/session.tsx'
import { listedKinds } from '../catalog/listed-kinds.ts'
import { follow } from './follow.ts'
import { followClock } from './follow-clock.ts'
import { addNews, forgetNews, setLive, useLive } from './live-state.ts'
import styles from './live.module.css'
import { createRefresher } from './refresh.ts'

const patienceMs = 4_000

/** Keeps what is shown true, by one stream of events for all tabs; says so only when it cannot. */
export function Live() {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { sessionId } = useSession()
  const { connection } = useLive()
  useEffect(() => {
    // Whoever has signed in again sees what happened while nobody listened.
    void queries.refetchQueries({
      queryKey: [mode],
      type: 'active',
      predicate: ({ state }) => state.isInvalidated,
    })
    const refresher = createRefresher(queries, mode, addNews)
    const stopClock = followClock(queries, mode)
    const stop = follow({
      mode,
      sessionId,
      onChange: refresher.add,
      onConnection: (next) => setLive({ connection: next }),
      onGap: () => void queries.invalidateQueries({ queryKey: [mode] }),
    })
    return () => {
      stop()
      stopClock()
      refresher.stop()
      // What happens from now on is not heard: what is known may be old when somebody comes back to it.
      void queries.invalidateQueries({ queryKey: [mode], refetchType: 'none' })
    }
  }, [queries, mode, sessionId])
  const isDown = useLasting(connection !== 'open', patienceMs)
  return (
    <p className={styles.state} role="status">
      {isDown && (
        <>
          <WifiOff aria-hidden />
          Live updates are paused
        </>
      )}
    </p>
  )
}

/** At the top of a long list: what has changed since it was read, for who wants to see it now. */
export function News() {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { news } = useLive()
  const { pathname } = useLocation()
  const kind =
    pathname === `${kinds.issue.path}/board` ? kinds.issue : listedKinds.find(({ path }) => path === pathname)
  const name = kind?.name ?? ''
  useEffect(() => () => forgetNews(name), [name])
  const count = news[name] ?? 0
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles.news}
      onClick={() => {
        forgetNews(name)
        void queries.resetQueries({ queryKey: [mode, name, 'list'], type: 'active' })
      }}
    >
      <RefreshCw aria-hidden />
      {count === 1 ? '1 change' : `${count} changes`}: show
    </button>
  )
}

/** True once something has been so for a while: a line that is back at once was never down. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) {
      setLasting(false)
      return
    }
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return isLasting
}
