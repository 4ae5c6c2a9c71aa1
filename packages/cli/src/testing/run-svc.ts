import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd } from '@svc/server/testing/at-end'
import { quickTmpdir } from '@svc/server/testing/quick-dir'
import { main } from '../main.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** The working directory, for commands that run one after the other. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** What is piped in. */
  readonly input?: string | Uint8Array
}

/**
 * Runs a command line as the program would, but in this process: starting another takes longer than most
 * commands. It has nothing of ours in its environment. Not for an SQLite file that a server in this process
 * writes to: the two would wait for each other.
 */
export async function runSvc(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, env, input } = options
  const before = process.cwd()
  const umask = process.umask(0o077)
  const bytes = input === undefined ? undefined : Buffer.from(input)
  const said = { out: '', err: '' }
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const code = await main(args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      out: (text) => {
        said.out += text
      },
      err: (text) => {
        said.err += text
      },
      in: async (maxBytes) => bytes?.subarray(0, maxBytes + 1),
      piped: () => bytes && inOnePiece(bytes),
      isTerminal: false,
      isRead: false,
    })
    return { code, ...said }
  } finally {
    process.umask(umask)
    if (cwd !== undefined) process.chdir(before)
  }
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}

/** For commands that must succeed: what they print with --json. */
export async function jsonOf<T>(args: readonly string[], options?: RunOptions): Promise<T> {
  const { code, out, err } = await runSvc([...args, '--json'], options)
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as T
}

export async function scratchDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(quickTmpdir(), 'svc-cli-'))
  atEnd(t, () => rm(dir, { recursive: true, force: true }))
  return dir
}
