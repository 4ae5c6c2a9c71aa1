import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5
const pollMs = 200

/** Shared by all clones on a machine. */
export function cacheDir(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc')
}

/**
 * A folder of the cache, filled by the first process that needs it, while others wait. It exists completely or
 * not at all.
 */
export async function keepInCache(name: string, fill: (dir: string) => Promise<void>): Promise<string> {
  const place = join(cacheDir(), name)
  if (existsSync(place)) return place
  await mkdir(dirname(place), { recursive: true })
  using _lock = await lockFor(place)
  if (existsSync(place)) return place
  await removeUnfinished(place)
  const unfinished = await mkdtemp(`${place}.unfinished-`)
  await fill(unfinished)
  await rename(unfinished, place)
  return place
}

/** An SQLite lock is released when its process ends, however that happens. */
async function lockFor(place: string): Promise<Disposable> {
  const database = new DatabaseSync(`${place}.lock`, { timeout: 0 })
  for (let tries = 0; !isLocked(database); tries++) {
    if (tries === 0) process.stderr.write(`Another process is getting ${basename(place)}: waiting for it.\n`)
    await sleep(pollMs)
  }
  return { [Symbol.dispose]: () => database.close() }
}

function isLocked(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false
    throw error
  }
}

/** Removes what killed processes left behind while filling the folder. */
async function removeUnfinished(place: string): Promise<void> {
  const left = (await readdir(dirname(place))).filter((name) =>
    name.startsWith(`${basename(place)}.unfinished-`),
  )
  for (const name of left) await rm(join(dirname(place), name), { recursive: true, force: true })
}
