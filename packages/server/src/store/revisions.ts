import type { Commit } from './commit.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
import { type Engine, first, type Stamp, type PartitionVersion, versionIn } from './sql.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** The revision of each kind's records in one partition, and the history that these numbers belong to. */
export interface Revisions {
  readonly epoch: string
  readonly kinds: ReadonlyMap<string, number>
}

interface Known extends Revisions {
  readonly stamp: number
  readonly kinds: Map<string, number>
}

/** A database is not replaced more often than this during one request. */
const maxLooks = 5

/**
 * What the lists' ETags and the cached bodies depend on. Asking is nearly free: a single number shows whether
 * anything has changed at all.
 */
export function createRevisions(engine: Engine, epochs: Epochs) {
  const known = new Map<PartitionId, Known>()

  const kept = (partitionId: PartitionId, stamp: number, epoch: string): Revisions | undefined => {
    const entry = known.get(partitionId)
    return entry && entry.stamp === stamp && entry.epoch === epoch ? entry : undefined
  }

  async function load(partitionId: PartitionId, stamp: number, epoch: string): Promise<Revisions> {
    const rows = await engine.reader.all('select kind, revision from revisions where partition_id = ?', [
      partitionId,
    ])
    const kinds = new Map(rows.map(({ kind, revision }) => [String(kind), Number(revision)]))
    const entry = { stamp, epoch, kinds }
    known.set(partitionId, entry)
    return entry
  }

  /** An answer that contradicts what was seen before is not used until it is known why. */
  async function check(partitionId: PartitionId, asked: MaybePromise<Stamp>): Promise<Revisions> {
    let level = epochs.levelOf(partitionId)
    let waiting = asked
    for (let looks = 0; looks < maxLooks; looks += 1) {
      const stamp = await waiting
      const version = typeof stamp === 'number' ? await readVersion(engine, partitionId) : stamp
      if (epochs.knows(version, level)) {
        epochs.raise(partitionId, version)
        const number = typeof stamp === 'number' ? stamp : stamp.revision
        return kept(partitionId, number, version.epoch) ?? load(partitionId, number, version.epoch)
      }
      await epochs.look()
      level = epochs.levelOf(partitionId)
      waiting = engine.stamp(partitionId)
    }
    throw new Rewound('The database is being replaced.')
  }

  return {
    /** Up to date with everything committed before the call. */
    current(partitionId: PartitionId): MaybePromise<Revisions> {
      const stamp = engine.stamp(partitionId)
      return (
        (typeof stamp === 'number' && kept(partitionId, stamp, epochs.current)) || check(partitionId, stamp)
      )
    },

    /** This process's own commits do not change the stamp on every engine, so they are recorded here. */
    note({ partitionId, revision, kinds }: Commit): void {
      const entry = known.get(partitionId)
      if (entry) for (const kind of kinds) entry.kinds.set(kind, revision)
    },
  }
}

async function readVersion(engine: Engine, partitionId: PartitionId): Promise<PartitionVersion> {
  const text = `select p.revision, p.last_seq, e.epoch, ${engine.dialect.fingerprint} as fingerprint
    from epoch e left join partitions p on p.id = ?`
  return versionIn((await first(engine.reader, text, [partitionId])) ?? {}, engine.generation())
}
