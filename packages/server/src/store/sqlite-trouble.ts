import { DatabaseUnavailable, type Trouble } from './unavailable.ts'

/** By SQLite's primary result codes. */
const byCode: Readonly<Record<number, Trouble>> = {
  5: 'contended', // BUSY
  6: 'contended', // LOCKED
  7: 'crowded', // NOMEM
  8: 'read-only', // READONLY
  10: 'away', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'away', // CANTOPEN
  15: 'contended', // PROTOCOL
  26: 'damaged', // NOTADB
}

/** Classifies failures of SQLite; errors in a statement pass through. */
export function sqliteFailure(error: unknown): unknown {
  const trouble = byCode[primaryCode(error)]
  return trouble ? new DatabaseUnavailable(trouble, error) : error
}

/** The low byte is common to all variants of an error. */
export const primaryCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0
