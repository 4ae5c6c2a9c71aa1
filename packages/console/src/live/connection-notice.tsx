import { useIsFetching } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from './feed-connection.ts'
import styles from './live.module.css'
import { useLive } from './live-state.ts'

/** A brief interruption is not worth mentioning. */
const gracePeriodMs = 2_000
/** Whoever waits for longer wonders whether anything is happening. */
const patienceMs = 2_500

/** Says what is wrong between this page and the server; nothing while all is well. */
export function ConnectionNotice() {
  const trouble = useTrouble()
  const isDown = useSustained(trouble !== null, gracePeriodMs)
  const isLoading =
    useIsFetching({
      predicate: ({ state }) => state.fetchStatus === 'fetching' && state.data === undefined,
    }) > 0
  const isSlow = useSustained(isLoading, patienceMs)
  return (
    <p className={styles.state} role="status">
      {isDown ? (
        <>
          <WifiOff aria-hidden />
          {trouble === 'unreachable'
            ? 'The server cannot be reached. What you see may be out of date; trying again…'
            : 'Live updates are paused. What you see may be out of date.'}
        </>
      ) : (
        isSlow && (
          <>
            <Hourglass aria-hidden />
            Still waiting for the server…
          </>
        )
      )}
    </p>
  )
}

/** What went wrong last, also during the next attempt. */
function useTrouble(): Connection | null {
  const { connection } = useLive()
  const [trouble, setTrouble] = useState<Connection | null>(connection === 'open' ? null : connection)
  useEffect(() => {
    setTrouble((before) => {
      if (connection === 'open') return null
      return connection === 'connecting' ? (before ?? connection) : connection
    })
  }, [connection])
  return trouble
}

/** True once something has been so for a while. */
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
