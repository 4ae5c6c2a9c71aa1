import type { Mode } from '@svc/model'
import { type Connection, gapMs, type Heard, type Listener, openLine } from './line.ts'
import type { Change } from './read-stream.ts'

interface FollowOptions extends Pick<Listener, 'onConnection' | 'onGap'> {
  readonly mode: Mode
  /** Tabs with the same one hear the same. */
  readonly sessionId: string
  onChange(change: Change): void
}

/** What the tab that holds the line tells the others. */
type Word =
  | { readonly say: 'heard'; readonly heard: Heard }
  | { readonly say: 'state'; readonly connection: Connection; readonly lastId: string | undefined }
  | { readonly say: 'gap' }
  | { readonly say: 'who' }

/** A tab that nobody has looked at for so long leaves the line to others. */
const hiddenMs = 20_000

/**
 * Follows every change of a mode until told to stop. A browser has six connections for a host and all its tabs
 * share them: one tab holds the line and tells the others, and who is not looked at asks for none.
 */
export function follow({ mode, sessionId, onChange, onConnection, onGap }: FollowOptions): () => void {
  const name = `svc.live.${sessionId}.${mode}`
  let lastId: string | undefined
  let isFresh = document.visibilityState === 'visible'
  let leave: (() => void) | undefined
  let leftAt = 0
  let hiding: ReturnType<typeof setTimeout> | undefined

  const take = ({ id, change }: Heard) => {
    if (id !== undefined) lastId = id
    if (change) onChange(change)
  }

  const join = (): void => {
    if (leave) return
    if (leftAt > 0 && Date.now() - leftAt > gapMs) lastId = undefined
    const own = new AbortController()
    const { signal } = own
    const tabs = new BroadcastChannel(name)
    const tell = (word: Word) => tabs.postMessage(word)
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
    tabs.onmessage = ({ data: word }: MessageEvent<Word>) => {
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
        const stop = openLine({
          mode,
          after: lastId,
          isFresh: isNew,
          onHeard(heard) {
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
    // Only a page that came by TLS or from this machine can agree with others; any other has a line of its own.
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
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') join()
    else hiding = setTimeout(() => leave?.(), hiddenMs)
  }
  document.addEventListener('visibilitychange', onVisibility)
  if (isFresh) join()

  return () => {
    clearTimeout(hiding)
    leave?.()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
