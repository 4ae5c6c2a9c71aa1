import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { follow } from './follow.ts'
import { followClock } from './follow-clock.ts'
import { addNews, setLive, useLive } from './live-state.ts'
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
