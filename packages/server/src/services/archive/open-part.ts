import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Opens a regular file of an archive: a link could lead out of its folder, and a pipe may never end. */
export async function openPart(file: string): Promise<FileHandle> {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      // FreeBSD reports EMLINK.
      throw error.code === 'ELOOP' || error.code === 'EMLINK' ? notAFile(file) : error
    },
  )
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw notAFile(file)
}

const notAFile = (file: string): Error =>
  new Error(`${basename(file)} is not a regular file. An archive contains no links, folders or devices.`)
