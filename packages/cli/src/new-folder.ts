import { mkdir, readdir } from 'node:fs/promises'
import { Failure } from './failure.ts'

/** Makes a folder, or takes an empty one: what else is in it would be taken for a part of what is written. */
export async function takeFolder(dir: string): Promise<void> {
  const names = await mkdir(dir, { recursive: true, mode: 0o700 })
    .then(() => readdir(dir))
    .catch((error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      throw new Failure(`The folder ${dir} cannot be used: ${reason}.`, { cause: error })
    })
  if (names.length > 0) throw new Failure(`${dir} is not empty: take a new folder.`)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
}
