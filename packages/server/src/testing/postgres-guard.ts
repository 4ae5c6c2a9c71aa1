import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Account } from './postgres-account.ts'

export interface Guarded {
  /** Whether the command has ended on its own. */
  hasEnded(): boolean
  /** From here on, it no longer keeps this process from exiting. */
  release(): void
  stop(): Promise<void>
}

export interface GuardOptions {
  readonly command: readonly string[]
  readonly account: Account | undefined
  /** Removed when the command has been stopped. */
  readonly dir: string
  readonly logFile: string
}

// Standard input ends when this process does, however it dies, kill -9 included: so nothing is left behind.
// Only the command has standard output open, so its end means that the command has ended.
const script = `
  trap '' HUP INT TERM
  dir=$1 log=$2
  shift 2
  "$@" 2>>"$log" </dev/null &
  exec >&-
  while read -r _; do :; done
  kill -QUIT $! 2>/dev/null
  wait
  rm -rf "$dir"
`

/** Runs a command that cannot outlive this process. SIGQUIT ends it: PostgreSQL then skips its last checkpoint. */
export function spawnGuarded({ command, account, dir, logFile }: GuardOptions): Guarded {
  const guard = spawn('sh', ['-c', script, 'guard', dir, logFile, ...command], {
    ...account,
    cwd: dir,
    detached: true, // out of reach of the terminal's Ctrl-C
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(guard, 'exit')
  let hasEnded = false
  guard.stdout.once('end', () => {
    hasEnded = true
  })
  guard.stdout.resume()
  return {
    hasEnded: () => hasEnded,
    release: () => {
      for (const handle of handlesOf(guard)) handle.unref()
    },
    stop: async () => {
      guard.ref()
      guard.stdin.end()
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The pipes of a child process are sockets, although their type does not say so. */
function handlesOf(child: ChildProcess): readonly { unref(): void }[] {
  return [child, child.stdin as Socket, child.stdout as Socket]
}
