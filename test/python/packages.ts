import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const installMs = 5 * 60_000

export type Installed = { readonly bin: string } | { readonly unavailable: string }

/** Packages for us alone, in a new environment of Python 3.10 or newer; says where their commands are, or why not. */
export function installPackages(venv: string, packages: readonly string[]): Installed {
  const python = ['python3', 'python', ...[14, 13, 12, 11, 10].map((minor) => `python3.${minor}`)].find(
    isNewEnough,
  )
  if (!python) return { unavailable: 'there is no Python 3.10 or newer on the path' }
  const bin = join(venv, 'bin')
  const steps = [
    [python, ['-m', 'venv', '--clear', venv]],
    [join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]],
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
  return { bin }
}

function isNewEnough(command: string): boolean {
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))'
  return spawnSync(command, ['-c', check], { timeout: 30_000 }).status === 0
}

const lastLine = (text: string | null): string | undefined =>
  text?.trim().split('\n').at(-1)?.slice(0, 300) || undefined
