import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface WatchedApply {
  /** Waits until it has made so many. To ask the service again and again would take half of its time. */
  made(count: number): Promise<void>
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Reads what an apply prints while it runs. */
export function watchApply(child: ChildProcess): WatchedApply {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk
      child.emit(read)
    })
  }
  let isClosed = false
  const ended = once(child, 'close').then(([code]) => {
    isClosed = true
    child.emit(read)
    return { code, ...printed }
  })
  const isMade = (count: number): boolean => printed.stdout.split(': Creation complete').length > count
  return {
    made: async (count) => {
      while (!isMade(count)) {
        if (isClosed) throw new Error(`It ended before ${count}:\n${printed.stdout}${printed.stderr}`)
        await once(child, read)
      }
    },
    ended,
  }
}

const read = Symbol('something was read')
