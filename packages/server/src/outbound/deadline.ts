import { UpstreamError } from './errors.ts'

export interface Deadline {
  readonly signal: AbortSignal
  readonly stop: () => void
}

export interface DeadlineOptions {
  readonly timeoutMs: number
  /** What else ends the request early. */
  readonly signals: readonly AbortSignal[]
}

/**
 * One timeout for DNS lookup, connect, headers, body and redirects. Its signal's reason is ready to throw.
 */
export function startDeadline({ timeoutMs, signals }: DeadlineOptions): Deadline {
  const controller = new AbortController()
  const abort = () =>
    controller.abort(new UpstreamError('aborted', 'The request was cancelled before it ended.'))
  const expire = () =>
    controller.abort(
      new UpstreamError('timeout', `No complete answer arrived within the limit of ${timeoutMs} ms.`),
    )

  // AbortSignal.timeout would not keep the process alive while only a DNS lookup is pending.
  const timer = setTimeout(expire, timeoutMs)
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
  const stop = () => {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, stop }
}
