import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { databaseFile } from '../store/sqlite-file.ts'
import { isArchiveText } from './archive/manifest.ts'
import { isKeyFile } from './vault/key-file.ts'

const keyFileName = 'master.key'

/**
 * What kind of svc's own file this is, wherever it is; undefined for any other. Its name is enough; a copy under
 * another name is recognised by its content.
 */
export function ownFile(path: string, content?: Uint8Array): string | undefined {
  const name = basename(path)
  if (name.startsWith(keyFileName)) return 'a master key of svc'
  if (name.startsWith(basename(databaseFile('')))) return 'a database of svc'
  if (content === undefined) return undefined
  if (starts.some((start) => startsWith(content, start))) return 'a database or a backup of one'
  const text = Buffer.from(content).toString('utf8')
  if (isKeyFile(text)) return 'a master key of svc'
  return isArchiveText(text) ? 'part of an archive of svc' : undefined
}

/** Whether a folder is the data directory of a server. */
export async function isDataDir(folder: string): Promise<boolean> {
  if (await isFile(databaseFile(folder))) return true
  const key = await readFile(join(folder, keyFileName), 'utf8').catch(() => '')
  return isKeyFile(key)
}

/** How SQLite's database, log and log index begin, and a dump in PostgreSQL's custom format. */
const starts = [
  Buffer.from('SQLite format 3\0'),
  Buffer.from([0x37, 0x7f, 0x06, 0x82]),
  Buffer.from([0x37, 0x7f, 0x06, 0x83]),
  Buffer.from([0x18, 0xe2, 0x2d, 0x00]),
  Buffer.from('PGDMP'),
]

const startsWith = (content: Uint8Array, start: Uint8Array): boolean =>
  Buffer.compare(content.subarray(0, start.length), start) === 0

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
