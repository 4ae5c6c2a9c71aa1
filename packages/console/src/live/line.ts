import type { Mode } from '@svc/model'
import { ownPath } from '../session/place.ts'
import { untilSignedIn } from '../session/signed-in-fetch.ts'
import { type Change, changeIn, readMessages } from './read-stream.ts'

export type Connection = 'connecting' | 'open' | 'down'

/** One message: where the log now is, and what happened there if it is for this reader. */
export interface Heard {
  readonly id?: string | undefined
  readonly change?: Change | undefined
}

export interface Listener {
  onHeard(heard: Heard): void
  onConnection(state: Connection): void
  /** So much may have been missed that everything has to be asked for again. */
  onGap(): void
}

interface LineOptions extends Listener {
  readonly mode: Mode
  /** The last event that is known; without it, what happens from now on is heard. */
  readonly after: string | undefined
  /** Whether what is shown has only just been read, so that nothing can have been missed yet. */
  readonly isFresh: boolean
}

const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** A line that ends sooner was hardly open: whoever cuts it at once is not asked every second. */
const steadyMs = 10_000
/** The server speaks at least every 15 seconds; a line that is silent for longer is dead. */
const silenceMs = 45_000
/** After a long sleep, reading again what is shown is cheaper than hearing all that happened. */
export const gapMs = 1_800_000

/** One connection to the feed until told to stop: comes back where it was, ever more slowly while it cannot. */
export function openLine({ mode, after, isFresh, onHeard, onConnection, onGap }: LineOptions): () => void {
  let lastId = after
  let mayHaveMissed = !isFresh
  let line: AbortController | undefined
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  let isOver = false

  const connect = async (): Promise<void> => {
    clearTimeout(timer)
    if (isOver || line) return
    const own = new AbortController()
    line = own
    onConnection('connecting')
    if (Date.now() - heardAt > gapMs) lastId = undefined
    const isGap = lastId === undefined && mayHaveMissed
    // From here on, what happens while there is no line is missed.
    mayHaveMissed = true
    let openedAt = Number.POSITIVE_INFINITY
    let silence = setTimeout(() => own.abort(), silenceMs)
    try {
      const response = await fetch(ownPath('/v1/events'), {
        headers: {
          accept: 'text/event-stream',
          'x-svc-mode': mode,
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        },
        signal: own.signal,
      })
      if (response.status === 401) {
        clearTimeout(silence)
        // On a page where nobody asks for anything, this is what notices that the session has ended.
        if (await untilSignedIn()) waitMs = firstWaitMs
      }
      // The place is from a history that the server no longer has: all that is shown is asked for again.
      if (response.status === 410) lastId = undefined
      if (!response.ok || !response.body) throw new Error(`The feed answered ${response.status}.`)
      openedAt = Date.now()
      onConnection('open')
      if (isGap) onGap()
      for await (const { id, data } of readMessages(response.body)) {
        clearTimeout(silence)
        silence = setTimeout(() => own.abort(), silenceMs)
        heardAt = Date.now()
        if (id !== undefined) lastId = id
        onHeard({ id, change: data === undefined ? undefined : changeIn(data) })
      }
    } catch {
      // Whatever it was, the line is gone; the reason makes no difference to what comes next.
    } finally {
      clearTimeout(silence)
      if (line === own) line = undefined
    }
    if (isOver) return
    onConnection('down')
    if (Date.now() - openedAt > steadyMs) waitMs = firstWaitMs
    timer = setTimeout(() => void connect(), waitMs * (0.75 + Math.random() / 2))
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  const onOnline = () => {
    waitMs = firstWaitMs
    void connect()
  }
  window.addEventListener('online', onOnline)
  void connect()

  return () => {
    isOver = true
    clearTimeout(timer)
    line?.abort()
    window.removeEventListener('online', onOnline)
  }
}
