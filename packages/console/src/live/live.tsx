import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { follow } from './follow.ts'
import { followClock } from './follow-clock.ts'
import { addPending, setLive, useLive } from './live-state.ts'
import styles from './live.module.css'
import { createRefresher } from './refresh.ts'

const gracePeriodMs = 4_000

/** Keeps the page up to date with one event stream for all tabs; visible only when that fails. */
export function Live() {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { sessionId } = useSession()
  const { connection } = useLive()
  useEffect(() => {
    // After signing in again, refetch what changed in the meantime.
    void queries.refetchQueries({
      queryKey: [mode],
      type: 'active',
      predicate: ({ state }) => state.isInvalidated,
    })
    const refresher = createRefresher(queries, mode, addPending)
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
      // Events from now on are missed: the cache may be stale when somebody comes back to it.
      void queries.invalidateQueries({ queryKey: [mode], refetchType: 'none' })
    }
  }, [queries, mode, sessionId])
  const isDown = useSustained(connection !== 'open', gracePeriodMs)
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

/** True once something has been so for a while: a brief disconnection does not count. */
function useSustained(condition: boolean, ms: number): boolean {
  const [isSustained, setSustained] = useState(false)
  useEffect(() => {
    if (!condition) {
      setSustained(false)
      return
    }
    const timer = setTimeout(() => setSustained(true), ms)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return isSustained
}
