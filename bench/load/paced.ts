import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadRequest } from './load.ts'

/** Requests at a fixed rate, whether or not the earlier ones have been answered. */
export interface PacedOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expectStatus: number
  readonly perSecond: number
  /** Sent in turn. */
  readonly requests: readonly LoadRequest[]
  /** At most so many at once; the others wait, and their time counts. */
  readonly connections: number
}

export interface PacedReport {
  readonly due: number
  readonly unexpected: number
  /** Answered by the time it was stopped; the others were answered later, and their times count too. */
  readonly inTime: number
  /** From when a request was due to the end of its answer, in milliseconds. */
  readonly latencies: readonly number[]
}

/** A process that sends them, one order at a time. */
export interface Pacer {
  start(order: PacedOrder): Promise<void>
  /** Waits for the answers that are still due. */
  stop(): Promise<PacedReport>
  close(): void
}

export function startPacer(): Pacer {
  const child = fork(fileURLToPath(import.meta.resolve('./paced-process.ts')), { serialization: 'advanced' })
  const answer = async (message: PacedOrder | 'stop'): Promise<unknown> => {
    const answered = once(child, 'message')
    child.send(message)
    const [found] = await answered
    return found
  }
  return {
    start: async (order) => {
      await answer(order)
    },
    stop: async () => (await answer('stop')) as PacedReport,
    close: () => child.disconnect(),
  }
}
