import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../python/packages.ts'

/** Its checks are what they are in these versions. */
const packages = ['scim2-cli==0.6.0', 'scim2-tester==0.5.2'] as const

const venv = join(import.meta.dirname, '../../.cache/scim2/venv')

export type Scim2 = { readonly command: string } | { readonly unavailable: string }

/** The command line of scim2-tester, which checks a server against the RFCs; installed for us alone if need be. */
export function findScim2(): Scim2 {
  const command = join(venv, 'bin', 'scim2')
  if (isWanted()) return { command }
  const made = installPackages(venv, packages)
  if ('unavailable' in made) return made
  return existsSync(command) ? { command } : { unavailable: 'its installation left no command behind' }
}

function isWanted(): boolean {
  const check = [
    'from importlib.metadata import version',
    'import sys',
    `sys.exit([f"{name}=={version(name)}" for name in ("scim2-cli", "scim2-tester")] != ${JSON.stringify(packages)})`,
  ].join('\n')
  return spawnSync(join(venv, 'bin', 'python'), ['-c', check], { timeout: 60_000 }).status === 0
}
