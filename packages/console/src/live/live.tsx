import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMode } from '../session/mode.tsx'
import { useSession } from '../session/session.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { follow } from './follow.ts'
import { followClock } from './follow-clock.ts'
import { addPending, setLive } from './live-state.ts'
import { createRefresher } from './refresh.ts'

/** Keeps the page up to date with one event stream for all tabs; visible only when that fails. */
export function Live() {
  const queries = useQueryClient()
  const { mode } = useMode()
  const { sessionId } = useSession()
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
  return <ConnectionNotice />
}
