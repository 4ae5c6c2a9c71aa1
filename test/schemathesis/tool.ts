import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The hooks reach into what they hook into, so the version is fixed; raise it together with them. */
export const pinned = '4.32.5'

const series = pinned.split('.').slice(0, 2).join('.')
const home = join(import.meta.dirname, '..', '..', '.cache', 'schemathesis')
const installMs = 5 * 60_000

export type Tool =
  | { readonly command: string }
  | { readonly unavailable: string }
  | { readonly mistake: string }

/** Schemathesis: the one that is named, one of the right series on the path, or one installed for us alone. */
export function findSchemathesis(env: NodeJS.ProcessEnv): Tool {
  const named = env.SVC_SCHEMATHESIS
  if (named) {
    return versionOf(named)
      ? { command: named }
      : { mistake: `SVC_SCHEMATHESIS is ${named}, which does not answer to --version.` }
  }
  if (versionOf('st')?.startsWith(`${series}.`)) return { command: 'st' }
  const own = join(home, 'venv', 'bin', 'st')
  return versionOf(own) === pinned ? { command: own } : install(own)
}

function versionOf(command: string): string | undefined {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 60_000 })
  return /version (\S+)/.exec(stdout ?? '')?.[1]
}

function install(own: string): Tool {
  const python = ['python3', 'python', ...[14, 13, 12, 11, 10].map((minor) => `python3.${minor}`)].find(
    isNewEnough,
  )
  if (!python) return { unavailable: 'there is no Python 3.10 or newer on the path' }
  const venv = join(home, 'venv')
  console.log(`Installing schemathesis ${pinned} under .cache/schemathesis.`)
  const steps = [
    [python, ['-m', 'venv', '--clear', venv]],
    [
      join(venv, 'bin', 'python'),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${pinned}`],
    ],
  ] as const
  for (const [command, args] of steps) {
    const { status, stderr, stdout, error } = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: installMs,
    })
    if (status !== 0) {
      const said = error?.message ?? lastLine(stderr) ?? lastLine(stdout) ?? `it ended with ${status}`
      return { unavailable: `it could not be installed: ${said}` }
    }
  }
  return existsSync(own) ? { command: own } : { unavailable: 'its installation left no command behind' }
}

function isNewEnough(command: string): boolean {
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))'
  return spawnSync(command, ['-c', check], { timeout: 30_000 }).status === 0
}

const lastLine = (text: string | null): string | undefined =>
  text?.trim().split('\n').at(-1)?.slice(0, 300) || undefined
