import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../python/packages.ts'

/** The hooks reach into what they hook into, so the version is fixed; raise it together with them. */
export const pinned = '4.32.5'

const series = pinned.split('.').slice(0, 2).join('.')
const home = join(import.meta.dirname, '..', '..', '.cache', 'schemathesis')

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
  console.log(`Installing schemathesis ${pinned} under .cache/schemathesis.`)
  const made = installPackages(join(home, 'venv'), [`schemathesis==${pinned}`])
  if ('unavailable' in made) return made
  return existsSync(own) ? { command: own } : { unavailable: 'its installation left no command behind' }
}
