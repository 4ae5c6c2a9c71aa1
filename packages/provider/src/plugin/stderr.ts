import { writeSync } from 'node:fs'

/** Synchronous, so that the last lines before the process ends are written too. */
export function writeToStderr(text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(2, bytes, written)
    } catch (error) {
      if (!isFull(error)) return // nobody reads it, which is no reason to stop
      Atomics.wait(sleeping, 0, 0, 1)
    }
  }
}

/** Once `process.stderr` is used, as by a Node warning, a full pipe becomes an error. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

const sleeping = new Int32Array(new SharedArrayBuffer(4))
