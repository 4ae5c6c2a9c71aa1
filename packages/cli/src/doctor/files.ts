import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { megabytes } from '../output.ts'
import { openFilesIn } from '../private-files.ts'
import { bad, type Finding, good } from './finding.ts'

const neededBytes = 256 * 1024 ** 2

export async function checkDataDir(dataDir: string): Promise<Finding> {
  const name = 'data directory'
  const found = await stat(dataDir).catch(() => undefined)
  if (!found) {
    return bad(
      name,
      `${dataDir} does not exist`,
      'Start "svc serve" once to create it, or choose another with --data-dir.',
    )
  }
  if (!found.isDirectory()) return bad(name, `${dataDir} is a file`, 'Choose a directory with --data-dir.')
  const isOpen = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isOpen) {
    return bad(name, `${dataDir} is not writable by this user`, `Change its owner: chown -R USER ${dataDir}`)
  }
  const mode = (found.mode & 0o777).toString(8)
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0
  if (isPrivate) return good(name, `${dataDir}, accessible only to its owner`)
  return bad(
    name,
    `${dataDir} is accessible to other users (mode ${mode})`,
    `Restrict it: chmod 700 ${dataDir}`,
  )
}

/**
 * What an earlier version or another umask left accessible; every command that opens the database fixes it.
 */
export async function checkFileModes(dataDir: string): Promise<Finding> {
  // Nobody else can reach them in a restricted directory.
  const mode = await stat(dataDir).then(
    (found) => found.mode,
    () => 0,
  )
  const files = (mode & 0o077) === 0 ? [] : openFilesIn(dataDir, await import('@svc/server'))
  if (files.length === 0) return good('files', 'accessible only to their owner')
  const names = files.map(({ path, mode }) => `${path} (mode ${mode})`).join(', ')
  return bad(
    'files',
    `accessible to other users: ${names}`,
    `Restrict them: chmod 600 ${files.map(({ path }) => path).join(' ')}`,
  )
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearest(resolve(dataDir)))
  const free = bavail * bsize
  if (free >= neededBytes) return good('disk', `${megabytes(free)} free`)
  return bad('disk', `only ${megabytes(free)} free`, 'Free up space: without it writes will fail.')
}

/** The first folder on the way up that exists. */
async function nearest(path: string): Promise<string> {
  const isThere = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere ? path : nearest(dirname(path))
}
