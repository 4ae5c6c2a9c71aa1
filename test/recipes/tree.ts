import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Recipe } from './edits.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of all that is written here, which may be changed. */
export interface Tree {
  apply(recipe: Recipe): Promise<void>
  run(command: string, args: readonly string[]): { readonly status: number | null; readonly output: string }
  read(path: string): Promise<string>
}

export async function copyTree(t: TestContext): Promise<Tree> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-recipes-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  for (const path of sources()) await cp(join(root, path), join(dir, path))
  await linkPackages(dir)
  return {
    async apply(recipe) {
      for (const [path, edit] of Object.entries(recipe)) {
        const file = join(dir, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, edit(await readFile(file, 'utf8').catch(() => undefined)))
      }
    },
    run(command, args) {
      const options = { cwd: dir, env: envOfRun(dir), encoding: 'utf8' } as const
      const { status, stdout, stderr } = spawnSync(command, args, options)
      return { status, output: `${stdout}${stderr}` }
    },
    read: (path) => readFile(join(dir, path), 'utf8'),
  }
}

/** Pictures are of no use here. */
const sources = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && !path.endsWith('.webp'))

/** Packages from elsewhere are shared; those of svc are the copy's own. */
async function linkPackages(dir: string): Promise<void> {
  const folder = join(dir, 'node_modules')
  await mkdir(join(folder, '@svc'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@svc') await symlink(join(root, 'node_modules', name), join(folder, name))
  for (const name of await readdir(join(dir, 'packages')))
    await symlink(join(dir, 'packages', name), join(folder, '@svc', name))
}

/** Databases that a run of the tests has prepared have not the tables of the copy. */
const envOfRun = (dir: string): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^(SVC_|NODE_TEST)/.test(name))
  return { ...Object.fromEntries(own), PATH: `${join(dir, 'node_modules/.bin')}:${process.env.PATH}` }
}
