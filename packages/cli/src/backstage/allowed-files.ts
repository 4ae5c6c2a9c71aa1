import { constants, type BigIntStats } from 'node:fs'
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Unreadable, unreadable } from './read-text.ts'

/** The files that an import may read, whatever the documents in it name. */
export interface AllowedFiles {
  /** Refuses what is outside the roots, and svc's own files. Returns the real path. */
  locate(path: string, roots: readonly string[]): Promise<string>
  read(path: string, roots: readonly string[]): Promise<string>
  /** The same of a file of any size, as it is read, with the share of it that has been read. */
  stream(path: string, roots: readonly string[]): AsyncGenerator<Piece>
}

export interface Piece {
  readonly text: string
  readonly share: number
}

export interface AllowedFilesOptions {
  /** Folders that are never read. */
  readonly dataDirs: readonly string[]
  /** What svc's own file this is, by its path and, once read, its content. */
  ownFile(path: string, content?: Uint8Array): string | undefined
  /** Whether a folder is the data directory of some svc. */
  isDataDir(folder: string): Promise<boolean>
}

/** Of what is read as a whole: the files that documents insert. */
const maxBytes = 5 * 1024 ** 2
const pieceBytes = 1024 ** 2
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

export function createAllowedFiles(options: AllowedFilesOptions): AllowedFiles {
  const known = new Map<string, Promise<boolean>>()
  const isDataDir = (folder: string): Promise<boolean> => {
    const answer = known.get(folder) ?? options.isDataDir(folder)
    known.set(folder, answer)
    return answer
  }

  async function locate(path: string, roots: readonly string[]): Promise<string> {
    const real = await realPathOf(path)
    const within = await Promise.all(roots.map(realPathOf))
    const nearest = within.filter((root) => contains(root, real)).sort((a, b) => b.length - a.length)[0]
    if (nearest === undefined) {
      throw new Unreadable('it is outside the imported folder (allow another with --root DIR)')
    }
    for (const dir of await Promise.all(options.dataDirs.map(realPathOf))) {
      if (contains(dir, real)) throw refusal('in the data directory of svc')
    }
    for (let folder = dirname(real); contains(nearest, folder); folder = dirname(folder)) {
      if (await isDataDir(folder)) throw refusal('in a data directory of svc')
      if (folder === dirname(folder)) break
    }
    const own = options.ownFile(real)
    if (own !== undefined) throw refusal(own)
    return real
  }

  async function read(path: string, roots: readonly string[]): Promise<string> {
    try {
      const real = await locate(path, roots)
      const content = await contentOf(real)
      const own = options.ownFile(real, content)
      if (own !== undefined) throw refusal(own)
      if (content.includes(0)) throw new Unreadable('it is not text')
      return content.toString('utf8')
    } catch (error) {
      throw error instanceof Unreadable ? error : unreadable(error as NodeJS.ErrnoException)
    }
  }

  async function* stream(path: string, roots: readonly string[]): AsyncGenerator<Piece> {
    try {
      const real = await locate(path, roots)
      const { handle, size } = await opened(real)
      try {
        const decoder = new TextDecoder('utf8', { ignoreBOM: true })
        const buffer = Buffer.alloc(Math.min(pieceBytes, size + 1))
        let done = 0
        for (;;) {
          const { bytesRead } = await handle.read(buffer, 0, buffer.length)
          if (bytesRead === 0) break
          const bytes = buffer.subarray(0, bytesRead)
          // Its beginning shows what it is.
          const own = done === 0 ? options.ownFile(real, bytes) : undefined
          if (own !== undefined) throw refusal(own)
          if (bytes.includes(0)) throw new Unreadable('it is not text')
          done += bytesRead
          yield { text: decoder.decode(bytes, { stream: true }), share: Math.min(1, done / size) }
        }
        yield { text: decoder.decode(), share: 1 }
      } finally {
        await handle.close()
      }
    } catch (error) {
      throw error instanceof Unreadable ? error : unreadable(error as NodeJS.ErrnoException)
    }
  }

  return { locate, read, stream }
}

const refusal = (what: string): Unreadable => new Unreadable(`it is ${what}, which is never imported`)

const contains = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** Where a path leads once links are followed; for a missing file, where it would be. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(error as NodeJS.ErrnoException)
    const parent = dirname(path)
    return parent === path ? path : join(await realPathOf(parent), basename(path))
  }
}

async function contentOf(real: string): Promise<Buffer> {
  const { handle, size } = await opened(real)
  try {
    if (size > maxBytes) throw new Unreadable(`it has ${size} bytes; at most ${maxBytes} are inserted`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

async function opened(real: string): Promise<{ readonly handle: FileHandle; readonly size: number }> {
  // Checked before it is opened: a pipe or a device may never end.
  refuseIrregular(await stat(real, { bigint: true }))
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const found = await handle.stat({ bigint: true })
    refuseIrregular(found)
    if (!(await isOpenedAt(handle, found, real)))
      throw new Unreadable('it was replaced while it was being read')
    return { handle, size: Number(found.size) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Somebody who can write there may have replaced a folder by a link since the path was checked. */
async function isOpenedAt(handle: FileHandle, opened: BigIntStats, real: string): Promise<boolean> {
  // On Linux the kernel says which file is open, which nobody can change any more.
  const where = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
  if (where !== undefined) return where === real
  const there = await stat(real, { bigint: true })
  return there.ino === opened.ino && there.dev === opened.dev && (await realpath(real)) === real
}

function refuseIrregular(found: BigIntStats): void {
  if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
  if (!found.isFile()) throw new Unreadable('it is not a regular file')
}
