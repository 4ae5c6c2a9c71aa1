import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

export type Fields = Readonly<Record<string, unknown>>

/** What a version of svc had stored and issued when it was stopped. */
export interface Recording {
  /** The server's time when it stopped. */
  readonly at: string
  readonly masterKey: string
  /** The owner's, for live data. */
  readonly token: string
  readonly answers: readonly RecordedAnswer[]
  /** Addresses of second pages. */
  readonly nextPages: readonly string[]
  readonly events: readonly (Fields & { readonly seq: number })[]
  /** A webhook whose receiver was away: its first message is waiting to be sent again. */
  readonly webhook: { readonly id: string; readonly secret: string; readonly deliveries: readonly Fields[] }
  /** A request with an Idempotency-Key, and its answer. */
  readonly once: { readonly key: string; readonly body: Fields; readonly answer: Fields }
  readonly tables: readonly RecordedTable[]
  /** The files of `svc export --format json`, by name. */
  readonly archive: Readonly<Record<string, string>>
}

export interface RecordedAnswer {
  /** As the model writes it, such as `/teams/{teamId}`. */
  readonly route: string
  readonly address: string
  readonly etag: string
  readonly body: Fields
}

/** A table of the SQLite file: the statements that made it and its indexes, and its rows. */
export interface RecordedTable {
  readonly name: string
  readonly ddl: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
}

export const readRecording = (file: string): Recording =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString())

/** With a window that reaches over all of it: most texts are in it several times. */
export function writeRecording(file: string, recording: Recording): void {
  const text = JSON.stringify(recording)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync(file, brotliCompressSync(text, { params }))
}
