import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface SlowOrder {
  readonly url: string
  readonly token: string
  readonly path: string
  readonly readers: number
  /** How long each waits after what it has read. */
  readonly sipMs: number
}

export interface SlowReport {
  readonly answered: number
  readonly refused: number
  readonly broken: number
  readonly bytes: number
}

/** Starts them in a process of their own; they go on until they are stopped. */
export async function startSlowReaders(order: SlowOrder): Promise<{ stop(): Promise<SlowReport> }> {
  const child = fork(fileURLToPath(import.meta.resolve('./slow-readers-process.ts')))
  const started = once(child, 'message')
  child.send(order)
  await started
  return {
    stop: async () => {
      const stopped = once(child, 'message')
      child.send('stop')
      const [report] = (await stopped) as [SlowReport]
      child.disconnect()
      return report
    },
  }
}
