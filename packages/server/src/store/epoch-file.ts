import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import type { Level } from './level.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'

/** The last known state of a database, stored beside it, so that a copy put in its place does not replace it. */
export interface Seen {
  readonly epoch: string
  /** The last commit, which an older copy of the database lacks. */
  readonly commit?: Level & { readonly partitionId: PartitionId }
}

export interface EpochFile {
  /** Undefined if there is none, or none that can be read. */
  read(): Seen | undefined
  write(seen: Seen): void
  close(): void
}

export const epochFilePath = (databaseFile: string): string => `${databaseFile}.epoch`

const { O_RDWR, O_CREAT } = constants
/** Fixed, so that the line is overwritten in place with a single cheap write. */
const lineLength = 160

export function openEpochFile(databaseFile: string): EpochFile {
  const file = epochFilePath(databaseFile)
  let handle: number | undefined
  return {
    read() {
      try {
        const [epoch, revision, seq, partitionId] = readFileSync(file, 'utf8').trim().split(' ')
        if (!epoch) return undefined
        if (!partitionId) return { epoch }
        const commit = { revision: Number(revision), seq: Number(seq) }
        return { epoch, commit: { partitionId: readPartitionId(partitionId), ...commit } }
      } catch {
        return undefined
      }
    },
    write({ epoch, commit }) {
      const words = commit ? [epoch, commit.revision, commit.seq, commit.partitionId] : [epoch]
      try {
        handle ??= openSync(file, O_RDWR | O_CREAT, 0o600)
        writeSync(handle, `${words.join(' ').padEnd(lineLength - 1)}\n`, 0)
      } catch {
        // Without it the next start merely renews the epoch needlessly.
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle)
      handle = undefined
    },
  }
}
