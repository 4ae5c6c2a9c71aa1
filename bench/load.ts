import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Round } from './types.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expectStatus: number
  /** One list of requests for each connection, which repeats it. */
  readonly lanes: readonly (readonly LoadRequest[])[]
  readonly warmUpMs: number
  readonly durationMs: number
}

export interface LoadReport extends Omit<Round, 'cpuMicros'> {
  /** All answers, those of the warm-up included. */
  readonly answered: number
  readonly broken: number
}

export interface Generator {
  run(order: LoadOrder): Promise<LoadReport>
  stop(): void
}

export function startGenerator(): Generator {
  const child = fork(fileURLToPath(import.meta.resolve('./load-generator.ts')))
  return {
    run: (order) => ask(child, order),
    stop: () => child.disconnect(),
  }
}

/** Distributes the sequences over the connections; each sequence is sent in order on one connection. */
export function deal(
  sequences: readonly (readonly LoadRequest[])[],
  connections: number,
): readonly (readonly LoadRequest[])[] {
  return Array.from({ length: connections }, (_, lane) => {
    const own = sequences.filter((_, index) => index % connections === lane)
    return (own.length > 0 ? own : sequences).flat()
  })
}

async function ask(child: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  child.send(order)
  const died = new AbortController()
  const onExit = () => died.abort(new Error('The load generator died.'))
  child.once('exit', onExit)
  try {
    const [report] = await once(child, 'message', { signal: died.signal })
    return report as LoadReport
  } finally {
    child.off('exit', onExit)
  }
}
