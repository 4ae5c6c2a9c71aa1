import { spawn } from 'node:child_process'
import type { Env } from './config-folder.ts'

/** What the operating system keeps for this person, locked while they are away. */
export interface Keychain {
  /** Whether it was stored: a machine may have the program, but nobody who has unlocked it. */
  store(account: string, secret: string): Promise<boolean>
  read(account: string): Promise<string | undefined>
  remove(account: string): Promise<void>
}

const service = 'svc'
/** Somebody may have to unlock it, but a job must not wait for them. */
const timeoutMs = 15_000

/** Undefined where there is none, or SVC_KEYCHAIN is off. */
export function keychainOf(env: Env, platform: NodeJS.Platform = process.platform): Keychain | undefined {
  if (env.SVC_KEYCHAIN === 'off') return undefined
  if (platform === 'darwin') return macKeychain(env)
  return platform === 'linux' ? secretService(env) : undefined
}

function macKeychain(env: Env): Keychain {
  const run = (args: readonly string[], input?: string) => runProgram('security', args, { env, input })
  return {
    // Through its input: other users can read the arguments of every process.
    store: async (account, secret) => {
      const words = ['add-generic-password', '-U', '-s', service, '-a', account, '-w', secret]
      const { isDone } = await run(['-i'], `${words.map(quoted).join(' ')}\n`)
      return isDone
    },
    read: async (account) => {
      const { isDone, out } = await run(['find-generic-password', '-s', service, '-a', account, '-w'])
      return isDone ? out.trim() : undefined
    },
    remove: async (account) => {
      await run(['delete-generic-password', '-s', service, '-a', account])
    },
  }
}

function secretService(env: Env): Keychain {
  const run = (args: readonly string[], input?: string) => runProgram('secret-tool', args, { env, input })
  const of = (account: string) => ['service', service, 'endpoint', account]
  return {
    store: async (account, secret) =>
      (await run(['store', `--label=svc at ${account}`, ...of(account)], secret)).isDone,
    read: async (account) => {
      const { isDone, out } = await run(['lookup', ...of(account)])
      return isDone && out !== '' ? out.trim() : undefined
    },
    remove: async (account) => {
      await run(['clear', ...of(account)])
    },
  }
}

const quoted = (word: string): string => `"${word.replace(/["\\]/g, '\\$&')}"`

interface Run {
  readonly env: Env
  readonly input: string | undefined
}

/** A program that is missing, fails or takes too long has not done it. */
function runProgram(
  command: string,
  args: readonly string[],
  { env, input }: Run,
): Promise<{ readonly isDone: boolean; readonly out: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part
    })
    child.on('error', () => resolve({ isDone: false, out: '' }))
    child.on('close', (code) => resolve({ isDone: code === 0, out }))
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
  })
}
