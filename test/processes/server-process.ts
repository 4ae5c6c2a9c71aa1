import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions, Message } from './launcher.ts'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly hasMadeOrganisation: boolean
  /** What it has logged as errors. */
  readonly errors: readonly string[]
  isRunning(): boolean
  /** Runs a background job there now. */
  runJob(name: string): Promise<string>
  setClockAhead(ms: number): Promise<void>
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  /** SIGTERM, and waits for its exit code. */
  stop(): Promise<number | null>
}

const program = fileURLToPath(import.meta.resolve('./launcher.ts'))
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'svc-test-compile-cache')

export const newToken = (): string => `svc_pat_live_${randomBytes(24).toString('hex')}`

/** Starts the real server in another process and waits until it listens. */
export async function startServerProcess(
  options: LaunchOptions,
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const errors: string[] = []
  child.on('message', (message: Message) => {
    if ('error' in message) errors.push(message.error)
  })
  const { url, hasMadeOrganisation } = await listening(child)
  let orders = 0

  const order = async (what: { job: string } | { aheadMs: number }): Promise<string> => {
    const id = ++orders
    child.send({ id, ...what })
    return answerTo(child, id)
  }

  return {
    url,
    pid: child.pid ?? Number.NaN,
    hasMadeOrganisation,
    errors,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    runJob: (job) => order({ job }),
    setClockAhead: async (aheadMs) => {
      await order({ aheadMs })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

type Listening = Extract<Message, { url: string }>

function listening(child: ChildProcess): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`The server ended with ${code} before it listened.`))
    child.once('exit', ended)
    child.on('message', function hear(message: Message) {
      if ('failure' in message) reject(new Error(message.failure))
      if (!('url' in message)) return
      child.off('message', hear)
      child.off('exit', ended)
      resolve(message)
    })
  })
}

function answerTo(child: ChildProcess, id: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The server ended before it had done as told.'))
    child.once('exit', ended)
    child.on('message', function hear(message: Message) {
      if (!('id' in message) || message.id !== id) return
      child.off('message', hear)
      child.off('exit', ended)
      resolve(message.done)
    })
  })
}
