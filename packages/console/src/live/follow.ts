import type { Mode } from '@svc/model'
import { type Connection, gapMs, type FeedMessage, type Listener, openFeed } from './feed-connection.ts'
import type { Change } from './read-stream.ts'

interface FollowOptions extends Pick<Listener, 'onConnection' | 'onGap'> {
  readonly mode: Mode
  /** Tabs with the same session receive the same events. */
  readonly sessionId: string
  onChange(change: Change): void
}

/** Messages from the tab that holds the connection to the others. */
type TabMessage =
  | { readonly say: 'heard'; readonly heard: FeedMessage }
  | { readonly say: 'state'; readonly connection: Connection; readonly lastId: string | undefined }
  | { readonly say: 'gap' }
  | { readonly say: 'who' }

/** A tab that has been hidden for this long leaves the connection to others. */
const hiddenTimeoutMs = 20_000

/**
 * Follows every change of a mode until stopped. A browser has six connections per host for all its tabs: one tab holds
 * the connection and tells the others, and hidden tabs do not ask for one.
 */
export function follow({ mode, sessionId, onChange, onConnection, onGap }: FollowOptions): () => void {
  const name = `svc.live.${sessionId}.${mode}`
  let lastId: string | undefined
  let isFresh = document.visibilityState === 'visible'
  let leave: (() => void) | undefined
  let leftAt = 0
  let hideTimer: ReturnType<typeof setTimeout> | undefined

  const take = ({ id, change }: FeedMessage) => {
    if (id !== undefined) lastId = id
    if (change) onChange(change)
  }

  const join = (): void => {
    if (leave) return
    if (leftAt > 0 && Date.now() - leftAt > gapMs) lastId = undefined
    const own = new AbortController()
    const { signal } = own
    const tabs = new BroadcastChannel(name)
    const tell = (word: TabMessage) => tabs.postMessage(word)
    let state: Connection = 'connecting'
    let isLeading = false
    let isNew = isFresh
    let isCaughtUp = isFresh

    const catchUp = (theirs: string | undefined) => {
      if (!isCaughtUp && (theirs === undefined || theirs !== lastId)) onGap()
      isCaughtUp = true
      isNew = false
      lastId = theirs ?? lastId
    }
    tabs.onmessage = ({ data: word }: MessageEvent<TabMessage>) => {
      if (isLeading) {
        if (word.say === 'who') tell({ say: 'state', connection: state, lastId })
      } else if (word.say === 'heard') {
        take(word.heard)
      } else if (word.say === 'gap') {
        onGap()
      } else if (word.say === 'state') {
        catchUp(word.lastId)
        onConnection(word.connection)
      }
    }

    const lead = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        isLeading = true
        const stop = openFeed({
          mode,
          after: lastId,
          isFresh: isNew,
          onMessage(heard) {
            tell({ say: 'heard', heard })
            take(heard)
          },
          onConnection(next) {
            state = next
            tell({ say: 'state', connection: next, lastId })
            onConnection(next)
          },
          onGap() {
            tell({ say: 'gap' })
            onGap()
          },
        })
        signal.addEventListener('abort', () => {
          stop()
          resolve()
        })
      })
    // Locks need TLS or localhost; any other page opens its own connection.
    if (navigator.locks) navigator.locks.request(name, { signal }, lead).catch(() => undefined)
    else void lead()
    tell({ say: 'who' })

    leave = () => {
      own.abort()
      tabs.close()
      leave = undefined
      leftAt = Date.now()
      isFresh = false
    }
  }

  const onVisibility = () => {
    clearTimeout(hideTimer)
    if (document.visibilityState === 'visible') join()
    else hideTimer = setTimeout(() => leave?.(), hiddenTimeoutMs)
  }
  document.addEventListener('visibilitychange', onVisibility)
  if (isFresh) join()

  return () => {
    clearTimeout(hideTimer)
    leave?.()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
