import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Answer, capture, type Target } from './http.ts'
import { cpuSecondsOf } from './process-stats.ts'

export interface RunningServer extends Target {
  readonly pid: number
  /** From the start of the process to its first 200. */
  readonly readyMs: number
  stop(): Promise<void>
}

export interface BareServer extends RunningServer {
  /** From now on, every request gets this response. */
  answerWith(answer: Answer): Promise<void>
}

export interface ServerOptions {
  readonly program: string
  readonly storeFlags: readonly string[]
  readonly compileCacheDir: string
  /** Of a store that already has an organisation; else it gets one with a token of this run. */
  readonly token?: string
}

const stopTimeoutMs = 15_000

const newToken = `svc_pat_live_${randomBytes(24).toString('hex')}`

export async function startOurs(options: ServerOptions): Promise<RunningServer> {
  const startedAt = performance.now()
  const flags = ['serve', '--port', '0', ...options.storeFlags]
  const child = spawn(process.execPath, [options.program, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SVC_BOOTSTRAP_TOKEN: newToken,
      SVC_RATE_LIMIT: 'off',
      NODE_COMPILE_CACHE: options.compileCacheDir,
    },
  })
  endWithThisProcess(child)
  const url = await readListeningUrl(child)
  return describe(child, { url, token: options.token ?? newToken }, startedAt)
}

export async function startBare(): Promise<BareServer> {
  const startedAt = performance.now()
  const program = fileURLToPath(import.meta.resolve('./bare/bare-server.ts'))
  const child = fork(program, { serialization: 'advanced' })
  const [port] = (await once(child, 'message')) as [number]
  return {
    ...(await describe(child, { url: `http://127.0.0.1:${port}`, token: newToken }, startedAt)),
    answerWith: async (answer) => {
      child.send(answer)
      await once(child, 'message')
    },
  }
}

/** Waits until a server's background work is done, such as numbering new issues. */
export async function settle({ pid }: RunningServer, maxSeconds = 60): Promise<void> {
  const deadline = Date.now() + maxSeconds * 1000
  let before = await cpuSecondsOf(pid)
  do {
    await sleep(1000)
    const now = await cpuSecondsOf(pid)
    if (now === null || before === null || now - before < 0.03) return
    before = now
  } while (Date.now() < deadline)
}

async function describe(
  child: ChildProcess,
  { url, token }: Target,
  startedAt: number,
): Promise<RunningServer> {
  const pid = child.pid ?? Number.NaN
  const health = await capture({ url, token }, { method: 'GET', path: '/healthz' })
  if (health.status !== 200) throw new Error(`${url}/healthz answered ${health.status}.`)
  const readyMs = performance.now() - startedAt
  return { url, token, pid, readyMs, stop: () => stop(child) }
}

async function readListeningUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no standard output.')
  // Read to the end, even after the line was found: a full pipe would block the server.
  const lines = createInterface(child.stdout)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
    lines.on('line', (line) => {
      const [, url] = /svc is listening on (http:\S+)/.exec(line) ?? []
      if (url) resolve(url)
    })
  })
}

function endWithThisProcess(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => {
    console.error(`The server did not end within ${stopTimeoutMs / 1000} s of SIGTERM, so it was killed.`)
    child.kill('SIGKILL')
  }, stopTimeoutMs)
  await once(child, 'exit')
  clearTimeout(timer)
}
