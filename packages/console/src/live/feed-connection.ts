import type { Mode } from '@svc/model'
import { mannerOfRequest } from '../session/attended.ts'
import { withBasePath } from '../session/base-path.ts'
import { fetchWithCurrentSecret, untilSignedIn } from '../session/signed-in-fetch.ts'
import { type Change, changeIn, readMessages } from './read-stream.ts'

/** Down: the server answers, but not with the feed. Unreachable: nothing answers. */
export type Connection = 'connecting' | 'open' | 'down' | 'unreachable'

/** One message: the current position of the log, and the change there if this reader may see it. */
export interface FeedMessage {
  readonly id?: string | undefined
  readonly change?: Change | undefined
}

export interface Listener {
  onMessage(heard: FeedMessage): void
  onConnection(state: Connection): void
  /** Events may have been missed, so everything has to be refetched. */
  onGap(): void
}

interface FeedOptions extends Listener {
  readonly mode: Mode
  /** The last known event; without it, the stream starts now. */
  readonly after: string | undefined
  /** Whether what is shown has only just been loaded, so that nothing can have been missed yet. */
  readonly isFresh: boolean
}

const minBackoffMs = 1_000
const maxBackoffMs = 60_000
/** A connection that ends sooner does not count as open, so that the backoff keeps growing. */
const stableMs = 10_000
/** The server sends something at least every 15 seconds; a connection that is silent for longer is dead. */
const silenceTimeoutMs = 45_000
/** After a long sleep, refetching what is shown is cheaper than replaying all events. */
export const gapMs = 1_800_000

/** One connection to the feed until stopped: reconnects at the last position, with backoff. */
export function openFeed({ mode, after, isFresh, onMessage, onConnection, onGap }: FeedOptions): () => void {
  let lastId = after
  let mayHaveMissed = !isFresh
  let current: AbortController | undefined
  let waitMs = minBackoffMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  let isOver = false

  const connect = async (): Promise<void> => {
    clearTimeout(timer)
    if (isOver || current) return
    const own = new AbortController()
    current = own
    onConnection('connecting')
    if (Date.now() - heardAt > gapMs) lastId = undefined
    const isGap = lastId === undefined && mayHaveMissed
    // From here on, events during a disconnection are missed.
    mayHaveMissed = true
    let openedAt = Number.POSITIVE_INFINITY
    let hasAnswered = false
    let silence = setTimeout(() => own.abort(), silenceTimeoutMs)
    try {
      const response = await fetchWithCurrentSecret(withBasePath('/v1/events'), {
        headers: {
          accept: 'text/event-stream',
          'x-svc-mode': mode,
          ...mannerOfRequest(),
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        },
        signal: own.signal,
      })
      hasAnswered = true
      if (response.status === 401) {
        clearTimeout(silence)
        // On an idle page, this is what notices that the session has ended.
        if (await untilSignedIn()) waitMs = minBackoffMs
      }
      // The position is from a log that the server no longer has: everything shown is refetched.
      if (response.status === 410) lastId = undefined
      if (!response.ok || !response.body) throw new Error(`The feed responded with ${response.status}.`)
      openedAt = Date.now()
      onConnection('open')
      if (isGap) onGap()
      for await (const { id, data } of readMessages(response.body)) {
        clearTimeout(silence)
        silence = setTimeout(() => own.abort(), silenceTimeoutMs)
        heardAt = Date.now()
        if (id !== undefined) lastId = id
        onMessage({ id, change: data === undefined ? undefined : changeIn(data) })
      }
    } catch {
      // Whatever the reason, the connection is gone and is opened again below.
    } finally {
      clearTimeout(silence)
      if (current === own) current = undefined
    }
    if (isOver) return
    onConnection(hasAnswered ? 'down' : 'unreachable')
    if (Date.now() - openedAt > stableMs) waitMs = minBackoffMs
    timer = setTimeout(() => void connect(), waitMs * (0.75 + Math.random() / 2))
    waitMs = Math.min(waitMs * 2, maxBackoffMs)
  }

  const onOnline = () => {
    waitMs = minBackoffMs
    void connect()
  }
  window.addEventListener('online', onOnline)
  void connect()

  return () => {
    isOver = true
    clearTimeout(timer)
    current?.abort()
    window.removeEventListener('online', onOnline)
  }
}
