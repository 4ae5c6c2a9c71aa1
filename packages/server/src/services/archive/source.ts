import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPart } from './open-part.ts'
import { NotAZip, openZip } from './zip/read-zip.ts'

/** Where the files of an archive are: in a folder, or in a zip file. */
export interface ArchiveSource {
  /** As whoever named it knows it. */
  readonly path: string
  /** The contents of a file; undefined if there is none of that name. */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>
  close(): Promise<void>
}

export async function openArchive(path: string): Promise<ArchiveSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no folder or file ${path}.`) : error
  })
  return found.isDirectory() ? folder(path) : zipFile(path)
}

const folder = (path: string): ArchiveSource => ({
  path,
  async read(name) {
    const handle = await openPart(join(path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return handle?.createReadStream() as AsyncIterable<Buffer> | undefined
  },
  close: async () => {},
})

async function zipFile(path: string): Promise<ArchiveSource> {
  const handle = await openPart(await realpath(path))
  try {
    const zip = await openZip(handle)
    return { path, read: async (name) => zip.read(name), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    if (!(error instanceof NotAZip)) throw error
    throw new Error(
      `${path} is not an archive: neither a folder nor a complete zip file. If it was downloaded, the download was cut off.`,
    )
  }
}
