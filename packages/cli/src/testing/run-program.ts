import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(import.meta.resolve('../../bin/svc.js'))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface SvcOptions {
  readonly node?: string
  readonly script?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** What is piped in. */
  readonly input?: string | Uint8Array
}

/** The real program in its own process, with nothing of ours in its environment. */
export function startSvc(args: readonly string[], options: SvcOptions = {}): ChildProcess {
  const { node = process.execPath, script = program, cwd = tmpdir(), env = {}, input } = options
  const child = spawn(node, [script, ...args], {
    cwd,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  child.stdin?.end(input)
  return child
}

/** For what only a separate process shows: how it is launched, its files' modes, its signals and its exit. */
export async function runProgram(args: readonly string[], options?: SvcOptions): Promise<Ended> {
  return ended(startSvc(args, options))
}

export async function ended(child: ChildProcess): Promise<Ended> {
  if (!child.stdout || !child.stderr) throw new Error('Nothing reads the program’s output.')
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const [[code, signal], out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, signal, out, err }
}

/** The machine's own Node if it is too old for svc, which is what the launcher is for. */
export function olderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.includes('node_modules'))
  const PATH = folders.join(delimiter)
  try {
    const ask = '[process.execPath, process.versions.node].join()'
    const [path, version = ''] = execFileSync('node', ['-p', ask], { env: { PATH }, encoding: 'utf8' })
      .trim()
      .split(',')
    return Number.parseInt(version, 10) < 26 ? path : undefined
  } catch {
    return undefined
  }
}
