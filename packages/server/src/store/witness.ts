import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import type { Level } from './level.ts'
import { type PartitionId, readPartitionId } from './partition-id.ts'

/** The last that was seen of a database, kept beside it, where a copy put in its place does not reach. */
export interface Seen {
  readonly epoch: string
  /** The last commit: whatever the database is put back to does not have it. */
  readonly commit?: Level & { readonly partitionId: PartitionId }
}

export interface Witness {
  /** Undefined where there is none, or none that can be read. */
  read(): Seen | undefined
  write(seen: Seen): void
  close(): void
}

export const witnessFile = (databaseFile: string): string => `${databaseFile}.epoch`

const { O_RDWR, O_CREAT } = constants
/** Always as long: it is written over what was there, in one piece, because that costs next to nothing. */
const lineLength = 160

export function witnessBeside(databaseFile: string): Witness {
  const file = witnessFile(databaseFile)
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
        // Without it the next start only renews the epoch, though it need not.
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle)
      handle = undefined
    },
  }
}
