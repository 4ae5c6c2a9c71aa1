import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Overtaken } from './aside-refusals.ts'
import type { RowWrites } from './row-statement.ts'
import { primaryCode } from './sqlite-trouble.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface CommitOrder {
  /** What must still be the last commit. */
  readonly since: number
  /** What this one is to be known by. */
  readonly mark: number
  readonly writes: readonly {
    readonly text: string
    readonly rows: readonly (readonly (string | number | null)[])[]
  }[]
}

export type CommitAnswer =
  | 'done'
  | 'overtaken'
  | {
      readonly message: string
      readonly errcode?: number | undefined
      readonly errstr?: string | undefined
      readonly isCommitting: boolean
    }

export interface AsideWriter {
  commit(
    writes: readonly RowWrites[],
    between: { readonly since: number; readonly mark: number },
  ): Promise<void>
  /** Closes its connection to the file; the next commit opens another. */
  stop(): Promise<void>
}

/** A thread that nobody needs takes up memory. */
const idleMs = 30_000
const ioError = 10

/** A thread with its own connection to the database file, started at the first commit. One commit at a time. */
export function createAsideWriter(file: string): AsideWriter {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-aside-worker.ts', import.meta.url), {
      workerData: { file },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    started.unref()
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    if (!worker) return
    const stopped = worker
    worker = undefined
    const ended = once(stopped, 'exit')
    stopped.postMessage('close')
    await ended
  }

  return {
    stop,
    async commit(writes, { since, mark }) {
      clearTimeout(idle)
      worker ??= start()
      const order: CommitOrder = {
        since,
        mark,
        writes: writes.map(({ statement, rows }) => ({ text: statement.one, rows })),
      }
      const answer = await ask(worker, order)
      idle = setTimeout(() => stop().catch(() => {}), idleMs)
      idle.unref()
      if (answer === 'done') return
      if (answer === 'overtaken') throw new Overtaken()
      const { isCommitting, ...error } = answer
      const cause = Object.assign(new Error(error.message), error)
      // If the disk failed in the middle of it, the next start may still find the commit in the log.
      throw isCommitting && primaryCode(cause) === ioError
        ? new DatabaseUnavailable('unknown-outcome', cause)
        : cause
    },
  }
}

function ask(worker: Worker, order: CommitOrder): Promise<CommitAnswer> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      worker.unref()
    }
    const onMessage = (answer: CommitAnswer): void => {
      end()
      resolve(answer)
    }
    const onError = (error: unknown): void => {
      end()
      reject(new DatabaseUnavailable('unknown-outcome', error))
    }
    const onExit = (): void => onError(new Error('The thread that commits has ended.'))
    worker.ref()
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(order)
  })
}
