import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export type Variables = Readonly<Record<string, string>>

export interface Shell {
  readonly cwd: string
  /** The whole environment of the script: nothing of ours leaks in. */
  readonly env: Variables
}

/** Runs a bash script, which ends at the first command that fails or uses an unset variable. */
export async function bash(script: string, { cwd, env }: Shell): Promise<Ran> {
  const child = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  const [[code], out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, out, err }
}
