import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { KeyInUse, MasterKeySource, StoreLocation } from '@svc/server'
import type { Server } from '../server-module.ts'
import { sentenceOf } from '../explain.ts'
import { bad, type Finding, good } from './finding.ts'

const name = 'master key'

/** Whether the vault's values can be decrypted, and by nobody else. */
export async function checkMasterKey(location: StoreLocation, source: MasterKeySource): Promise<Finding> {
  const server = await import('@svc/server')
  const { file } = source
  try {
    const keys = server.openMasterKeys(source)
    const newest = keys.newest()
    const lost = await lostIn(server, location, keys)
    if (lost.length > 0) {
      return bad(
        name,
        `${server.whatIsLost(lost)} under ${server.lostKeyIds(lost)}, which is missing`,
        file ? `Restore the copy of ${file}.` : 'Restore the key in SVC_MASTER_KEY.',
      )
    }
    if (!newest)
      return good(name, file ? 'none yet: created with the first value' : 'none: the vault accepts no values')
    const mode = file === undefined ? 0o600 : (await stat(file)).mode & 0o777
    if (file !== undefined && process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return bad(
        name,
        `${file} is accessible to other users (mode ${mode.toString(8)})`,
        `Restrict it: chmod 600 ${file}`,
      )
    }
    return good(name, `${newest.id}, from ${file ?? 'SVC_MASTER_KEY'}`)
  } catch (error) {
    return bad(
      name,
      sentenceOf(error),
      'Restore the right key: without it no value in the vault can be decrypted.',
    )
  }
}

/** A database that cannot be opened is reported by another check. */
async function lostIn(
  server: Server,
  location: StoreLocation,
  keys: ReturnType<Server['openMasterKeys']>,
): Promise<readonly KeyInUse[]> {
  if (!location.databaseUrl && !existsSync(server.databaseFile(location.dataDir))) return []
  try {
    const database = await server.openDatabase(location)
    try {
      return await server.findLostKeys(database, keys)
    } finally {
      await database.close()
    }
  } catch {
    return []
  }
}
