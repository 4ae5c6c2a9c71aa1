import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import type { Io } from '../command.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'

export interface ExportFile {
  /** As they are stored. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Unknown for a pipe. */
  readonly size: number | undefined
  /** How much of it was read so far, before decompression. */
  readBytes(): number
}

/** A file or standard input. */
export async function openExport(file: string, io: Io): Promise<ExportFile> {
  const size = file === '-' ? undefined : await sizeOf(file)
  const source = file === '-' ? io.piped() : createReadStream(file, { highWaterMark: 64 * 1024 })
  if (!source)
    throw new Failure('Nothing is piped in: give a file, or pipe the export into "svc import costs -".')
  let count = 0
  async function* counted(from: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of from) {
      count += piece.byteLength
      yield piece
    }
  }
  return { bytes: counted(source), size, readBytes: () => count }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    await access(file, constants.R_OK)
    const found = await stat(file)
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return found.isFile() ? found.size : undefined
  } catch (error) {
    throw fileFailure(file, error as NodeJS.ErrnoException)
  }
}
