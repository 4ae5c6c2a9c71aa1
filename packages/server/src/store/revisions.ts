import type { Epochs } from './epoch.ts'
import type { Engine } from './sql.ts'
import type { Commit } from './writer.ts'

/** The revision of each kind's records in one partition, and the history that these numbers belong to. */
export interface Revisions {
  readonly epoch: string
  readonly kinds: ReadonlyMap<string, number>
}

interface Known extends Revisions {
  readonly stamp: number
  readonly kinds: Map<string, number>
}

/**
 * What the lists' ETags and the cached bodies hang on. Asking is nearly free: one number tells whether
 * anything has changed at all.
 */
export function createRevisions(engine: Engine, epochs: Epochs) {
  const known = new Map<string, Known>()

  async function load(partitionId: string, stamp: number): Promise<Revisions> {
    const rows = await engine.reader.all('select kind, revision from revisions where partition_id = ?', [
      partitionId,
    ])
    const kinds = new Map(rows.map(({ kind, revision }) => [String(kind), Number(revision)]))
    const entry = { stamp, epoch: epochs.current, kinds }
    known.set(partitionId, entry)
    return entry
  }

  const settle = (partitionId: string, stamp: number): Revisions | Promise<Revisions> => {
    const entry = known.get(partitionId)
    return entry && entry.stamp === stamp ? entry : load(partitionId, stamp)
  }

  return {
    /** Up to date with everything committed before the call. */
    current(partitionId: string): Revisions | Promise<Revisions> {
      const stamp = engine.stamp(partitionId)
      return typeof stamp === 'number'
        ? settle(partitionId, stamp)
        : stamp.then((value) => settle(partitionId, value))
    },

    /** This process's own commits do not move the stamp everywhere, so they are noted here. */
    note({ partitionId, revision, kinds }: Commit): void {
      const entry = known.get(partitionId)
      if (entry) for (const kind of kinds) entry.kinds.set(kind, revision)
    },
  }
}
