/** Some of the signals may be undefined. */
type Signals = readonly (AbortSignal | undefined)[]

/** Calls back with the reason of each signal that aborts, at once if one already has. Returns a function that stops it. */
function onAbort(signals: Signals, callBack: (reason: unknown) => void): () => void {
  const endings = signals.map((signal) => {
    if (!signal) return () => {}
    const listener = () => callBack(signal.reason)
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener)
    return () => signal.removeEventListener('abort', listener)
  })
  // Signals outlive many requests, so listeners must be removed.
  return () => {
    for (const end of endings) end()
  }
}

/** Ends early with the reason of the first signal that aborts. */
export async function wait(ms: number, signals: Signals): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stopListening = onAbort(signals, reject)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

export interface Deadline {
  /** Its reason can be thrown as it is. */
  readonly signal: AbortSignal
  readonly end: () => void
}

export interface DeadlineOptions {
  /** None if it may take as long as it takes. */
  readonly timeoutMs: number | undefined
  readonly timeoutError: () => Error
  /** What else ends it early. */
  readonly signals: Signals
}

export function startDeadline({ timeoutMs, timeoutError, signals }: DeadlineOptions): Deadline {
  const controller = new AbortController()
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(timeoutError()), timeoutMs)
  const stopListening = onAbort(signals, (reason) => controller.abort(reason))
  const end = () => {
    clearTimeout(timer)
    stopListening()
  }
  return { signal: controller.signal, end }
}
