/** Memory that a stream holds for data its reader has not received yet. */
export interface Share {
  /** Records that the reader has received something. */
  note(): void
  release(): void
}

export interface ShareRequest {
  readonly bytes: number
  /** Ends the wait, and gives the share back. */
  readonly signal: AbortSignal
  /** Called if the reader receives nothing while others wait. */
  cutOff(): void
}

export interface StreamBudget {
  take(request: ShareRequest): Promise<Share>
}

interface Holder {
  notedAt: number
  end(): void
}

interface Waiter {
  readonly bytes: number
  grant(): void
}

/**
 * One budget for all streams: stalled readers cannot make the server hold more than this, however many there
 * are. A reader that holds a share and has received nothing for a while is cut off when another one needs it,
 * and may reconnect.
 */
export function createStreamBudget({
  totalBytes = 32 * 1024 ** 2,
  stallTimeoutMs = 5_000,
} = {}): StreamBudget {
  const holders = new Set<Holder>()
  const waiters = new Set<Waiter>()
  let freeBytes = totalBytes
  let isPlanned = false

  function serve(): void {
    for (const waiter of waiters) {
      if (waiter.bytes > freeBytes) break
      waiters.delete(waiter)
      waiter.grant()
    }
    if (waiters.size === 0 || isPlanned) return
    isPlanned = true
    setTimeout(cutOffIdle, stallTimeoutMs / 5).unref()
  }

  function cutOffIdle(): void {
    isPlanned = false
    const idleSince = performance.now() - stallTimeoutMs
    for (const holder of [...holders]) if (holder.notedAt < idleSince) holder.end()
    serve()
  }

  function hold(bytes: number, { signal, cutOff }: ShareRequest): Share {
    freeBytes -= bytes
    const release = (): void => {
      if (!holders.delete(holder)) return
      signal.removeEventListener('abort', release)
      freeBytes += bytes
      serve()
    }
    const holder: Holder = {
      notedAt: performance.now(),
      end: () => {
        release()
        cutOff()
      },
    }
    holders.add(holder)
    signal.addEventListener('abort', release, { once: true })
    return {
      release,
      note: () => {
        holder.notedAt = performance.now()
      },
    }
  }

  return {
    take: (request) =>
      new Promise((resolve) => {
        const { signal } = request
        const bytes = Math.min(request.bytes, totalBytes)
        const giveUp = (): void => {
          waiters.delete(waiter)
          resolve({ note() {}, release() {} })
        }
        const waiter: Waiter = {
          bytes,
          grant: () => {
            signal.removeEventListener('abort', giveUp)
            resolve(hold(bytes, request))
          },
        }
        if (signal.aborted) return giveUp()
        signal.addEventListener('abort', giveUp, { once: true })
        waiters.add(waiter)
        serve()
      }),
  }
}
