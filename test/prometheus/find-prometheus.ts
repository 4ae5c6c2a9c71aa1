import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keepInCache } from '../../packages/provider/packaging/machine-cache.ts'
import { howToGetAll, mayGetAll } from '../get-all.ts'
import { onPath } from '../../packages/provider/packaging/on-path.ts'

const run = promisify(execFile)

export interface Prometheus {
  readonly path: string
}

export interface Unavailable {
  /** A sentence that says why. */
  readonly unavailable: string
}

/** A real Prometheus: one that is named or installed, or kept from before, or else Debian's package. */
export async function findPrometheus(): Promise<Prometheus | Unavailable> {
  try {
    const path = process.env.SVC_PROMETHEUS || onPath('prometheus') || (await unpacked())
    await run(path, ['--version'])
    return { path }
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    return { unavailable: `No Prometheus (SVC_PROMETHEUS can name one): ${reason}` }
  }
}

/** Only the program is wanted: to install the package would start a service too. */
async function unpacked(): Promise<string> {
  const dir = await keepInCache('prometheus', async (unfinished) => {
    await download(unfinished)
    const packages = (await readdir(unfinished)).filter((name) => name.endsWith('.deb'))
    for (const name of packages) {
      await run('dpkg-deb', ['-x', name, '.'], { cwd: unfinished })
      await rm(join(unfinished, name))
    }
  })
  return join(dir, 'usr/bin/prometheus')
}

async function download(dir: string): Promise<void> {
  if (!mayGetAll()) throw new Error(`there is none here; ${howToGetAll('a minute')}`)
  const get = () => run('apt-get', ['download', 'prometheus'], { cwd: dir })
  await get().catch(async (error: unknown) => {
    if (process.getuid?.() !== 0) throw error
    await run('apt-get', ['update'])
    await get()
  })
}
