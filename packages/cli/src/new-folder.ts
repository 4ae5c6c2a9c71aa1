import { mkdir, readdir } from 'node:fs/promises'
import { Failure } from './failure.ts'

/** Creates a folder, or uses an empty one: other files in it would be mistaken for part of the output. */
export async function createEmptyFolder(dir: string): Promise<void> {
  const names = await mkdir(dir, { recursive: true, mode: 0o700 })
    .then(() => readdir(dir))
    .catch((error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      throw new Failure(`The folder ${dir} cannot be used: ${reason}.`, { cause: error })
    })
  if (names.length > 0) throw new Failure(`${dir} is not empty: choose a new folder.`)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission to write there',
  EPERM: 'this user has no permission to write there',
  EROFS: 'it is on a read-only file system',
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is a file',
  ENOSPC: 'the disk is full',
}
