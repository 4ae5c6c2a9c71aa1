import type { Commit } from './commit.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
import { type Engine, first, type Stamp, type Standing, standingIn } from './sql.ts'
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

/** More often than this a database is not replaced while one request waits. */
const maxLooks = 5

/**
 * What the lists' ETags and the cached bodies hang on. Asking is nearly free: one number tells whether
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

  /** An answer that does not fit what was seen before is not used until it is known why. */
  async function check(partitionId: PartitionId, asked: MaybePromise<Stamp>): Promise<Revisions> {
    let level = epochs.levelOf(partitionId)
    let waiting = asked
    for (let looks = 0; looks < maxLooks; looks += 1) {
      const stamp = await waiting
      const standing = typeof stamp === 'number' ? await standingOf(engine, partitionId) : stamp
      if (epochs.knows(standing, level)) {
        epochs.raise(partitionId, standing)
        const number = typeof stamp === 'number' ? stamp : stamp.revision
        return kept(partitionId, number, standing.epoch) ?? load(partitionId, number, standing.epoch)
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

    /** This process's own commits do not move the stamp everywhere, so they are noted here. */
    note({ partitionId, revision, kinds }: Commit): void {
      const entry = known.get(partitionId)
      if (entry) for (const kind of kinds) entry.kinds.set(kind, revision)
    },
  }
}

async function standingOf(engine: Engine, partitionId: PartitionId): Promise<Standing> {
  const text = `select p.revision, p.last_seq, e.epoch, ${engine.dialect.seat} as seat
    from epoch e left join partitions p on p.id = ?`
  return standingIn((await first(engine.reader, text, [partitionId])) ?? {}, engine.generation())
}
