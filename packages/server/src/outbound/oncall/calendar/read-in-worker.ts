import { Worker } from 'node:worker_threads'
import { UpstreamError } from '../../errors.ts'
import type { Shift } from '../../oncall.ts'
import { limitConcurrency } from './limit-concurrency.ts'

export interface ToRead {
  readonly text: string
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Who is on call, or why that is unknown, in words that complete "The calendar feed …". */
export type Read = { readonly shift: Shift | null } | { readonly fault: string }

/** A calendar of 5 MB takes a third of a second and 100 MB; a rule of one line can take for ever. */
const limits = { timeoutMs: 3_000, heapMb: 192, atOnce: 2 }

const limited = limitConcurrency(limits.atOnce)

/**
 * Reads a calendar in a worker thread, which can be terminated: a calendar is untrusted input, and the server
 * must not block meanwhile.
 */
export const readInWorker = (calendar: ToRead, signal?: AbortSignal): Promise<Read> =>
  limited(async () => {
    if (signal?.aborted) throw cancelled()
    return readIn(startWorker(calendar), signal)
  })

const cancelled = (): UpstreamError => new UpstreamError('aborted', 'Reading a calendar feed was cancelled.')

const startWorker = (workerData: ToRead): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })

async function readIn(worker: Worker, signal: AbortSignal | undefined): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>()
  const tooLong = { fault: 'sends a calendar that takes too long to read' }
  const timer = setTimeout(() => resolve(tooLong), limits.timeoutMs)
  const cancel = () => reject(cancelled())
  signal?.addEventListener('abort', cancel)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error)
    resolve({ fault: 'sends a calendar that takes too much memory to read' })
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}
