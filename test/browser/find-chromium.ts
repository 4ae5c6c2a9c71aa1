import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onPath } from '../../packages/provider/packaging/on-path.ts'

const run = promisify(execFile)

export interface Chromium {
  readonly path: string
  readonly version: string
}

export interface Unavailable {
  /** A sentence that says why. */
  readonly unavailable: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome']
const installMs = 3 * 60_000

/** One that is named or installed; nothing is got for it. */
export const installedChromium = (): string | undefined =>
  process.env.SVC_CHROMIUM || names.map(onPath).find((path) => path !== undefined)

/** A real Chromium: one that is there, or else Debian's package, installed where that may be done. */
export async function findChromium(say: (line: string) => void): Promise<Chromium | Unavailable> {
  try {
    const path = installedChromium() ?? (await install(say))
    const { stdout } = await run(path, ['--version'], { timeout: 60_000 })
    return { path, version: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'of an unknown version' }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
    return { unavailable: `No Chromium (SVC_CHROMIUM can name one): ${reason}` }
  }
}

async function install(say: (line: string) => void): Promise<string> {
  if (!onPath('apt-get')) throw new Error('it is not installed, and there is no apt-get to install it with')
  const [program = '', ...first] = [...(await asRoot()), 'apt-get']
  const apt = (...args: readonly string[]) =>
    run(program, [...first, ...args], {
      timeout: installMs,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  const get = () => apt('install', '--yes', '--no-install-recommends', 'chromium')
  say(
    'Installing the package chromium with apt-get, for the tests of the console; once, at most ten minutes.',
  )
  // A list of packages that is missing or old is the usual reason.
  await get().catch(() => apt('update').then(get))
  const path = onPath('chromium')
  if (!path) throw new Error('the package chromium brought no program of that name')
  return path
}

/** What stands before a command that only root may run. */
async function asRoot(): Promise<readonly string[]> {
  if (process.getuid?.() === 0) return []
  await run('sudo', ['-n', 'true'], { timeout: 10_000 }).catch(() => {
    throw new Error('it is not installed, and only root or a sudo without password may install it')
  })
  return ['sudo', '-n']
}
