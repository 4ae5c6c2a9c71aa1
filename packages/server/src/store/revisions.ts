import type { Commit } from './commit.ts'
import type { Epochs } from './epoch.ts'
import { createHistory, type History } from './history.ts'
import type { PartitionId } from './partition-id.ts'
import { Rewound } from './rewound.ts'
import { type Engine, first, type Row, type Stamp, type PartitionVersion, versionIn } from './sql.ts'
import { readTouched } from './touched-line.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** The revision of each kind's records in one partition, and the history that these numbers belong to. */
export interface Revisions {
  readonly epoch: string
  readonly kinds: ReadonlyMap<string, number>
  /** Which records were touched lately, by kind; they reach at least as far as the revisions. */
  readonly histories: ReadonlyMap<string, History>
}

interface Known extends Revisions {
  stamp: number
  /** The partition's revision up to which nothing is missing here. */
  revision: number
  readonly kinds: Map<string, number>
  readonly histories: Map<string, History>
}

interface Loading {
  readonly stamp: number
  readonly epoch: string
  readonly done: Promise<Revisions>
}

/** A database is not replaced more often than this during one request. */
const maxLooks = 5
/** Those written to or read least recently are read again. */
const maxKnown = 1_000
/** What the histories of all partitions may have together, some 20 MB; looked at every so many commits. */
const maxSteps = 65_536
const looksEvery = 1_024

/**
 * What the lists' ETags and the cached bodies depend on. Asking is nearly free: a single number shows whether
 * anything has changed at all.
 */
export function createRevisions(engine: Engine, epochs: Epochs) {
  const known = new Map<PartitionId, Known>()
  const loading = new Map<PartitionId, Loading>()
  /** Whether stamps are revisions, which only grow, and not numbers that merely differ. */
  const isRevision = engine.parallel

  const isRecent = (has: number, stamp: number): boolean => (isRevision ? has >= stamp : has === stamp)

  const kept = (partitionId: PartitionId, stamp: number, epoch: string): Revisions | undefined => {
    const entry = known.get(partitionId)
    return entry && entry.epoch === epoch && isRecent(entry.stamp, stamp) ? entry : undefined
  }

  /** Requests that arrive together share one query, if it began late enough for them. */
  function load(partitionId: PartitionId, stamp: number, epoch: string): Promise<Revisions> {
    const under = loading.get(partitionId)
    if (under && under.epoch === epoch && isRecent(under.stamp, stamp)) return under.done
    const done = read(partitionId, stamp, epoch).finally(() => {
      if (loading.get(partitionId)?.done === done) loading.delete(partitionId)
    })
    loading.set(partitionId, { stamp, epoch, done })
    return done
  }

  async function read(partitionId: PartitionId, stamp: number, epoch: string): Promise<Revisions> {
    const before = known.get(partitionId)
    const since = before?.epoch === epoch ? before.revision : Number.MAX_SAFE_INTEGER
    let rows: readonly Row[] = []
    let latest = -1
    // A commit of this process may be noted while the rows are read, which no stamp would show.
    const isBehind = (): boolean => latest < (epochs.levelOf(partitionId)?.revision ?? 0)
    for (let looks = 0; looks < maxLooks && isBehind(); looks += 1) {
      rows = await engine.reader.all(latestText, [since, partitionId])
      latest = Number(rows[0]?.latest ?? 0)
    }
    const now = known.get(partitionId)
    const histories = now?.epoch === epoch ? now.histories : new Map<string, History>()
    const kinds = new Map<string, number>()
    for (const row of rows)
      if (row.kind !== null) kinds.set(String(row.kind), continued(histories, row).revision)
    const entry = {
      stamp: isRevision ? Math.max(stamp, latest) : stamp,
      revision: latest,
      epoch,
      kinds,
      histories,
    }
    if (isBehind()) return entry
    remember(partitionId, entry)
    return entry
  }

  let commits = 0
  /** Partitions that were quiet for longest forget what happened to them. */
  function trim(): void {
    commits += 1
    if (commits % looksEvery !== 0) return
    const all = [...known.values()].flatMap(({ histories }) => [...histories.values()])
    let steps = all.reduce((sum, { length }) => sum + length, 0)
    for (const history of all) {
      if (steps <= maxSteps) return
      steps -= history.length
      history.restart(history.revision)
    }
  }

  function remember(partitionId: PartitionId, entry: Known): void {
    known.delete(partitionId)
    known.set(partitionId, entry)
    const [oldest] = known.keys()
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
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
    note({ epoch, partitionId, since, revision, kinds }: Commit): void {
      const entry = known.get(partitionId)
      if (!entry || (entry.epoch === epoch && entry.revision >= revision)) return
      if (entry.epoch !== epoch || entry.revision !== since) {
        // Another process has written in between: the database knows what.
        entry.stamp = Number.NaN
        return
      }
      entry.revision = revision
      if (isRevision) entry.stamp = revision
      for (const [kind, touched] of kinds) {
        const history = entry.histories.get(kind)
        if (history) history.append(revision, touched)
        else entry.histories.set(kind, createHistory(revision))
        entry.kinds.set(kind, revision)
      }
      remember(partitionId, entry)
      trim()
    },
  }
}

const latestText = `select p.revision as latest, r.kind, r.revision, case when r.revision > ? then r.changes end as changes
  from partitions p left join revisions r on r.partition_id = p.id where p.id = ?`

/** Brings a kind's history up to its row, where the row says everything that happened in between. */
function continued(histories: Map<string, History>, { kind, revision, changes }: Row): History {
  const name = String(kind)
  const to = Number(revision)
  const history = histories.get(name)
  if (!history) {
    const begun = createHistory(to)
    histories.set(name, begun)
    return begun
  }
  if (history.revision >= to) return history
  const lines = []
  let at = to
  for (const line of readTouched(String(changes ?? ''))) {
    if (at <= history.revision || line.to !== at) break
    lines.unshift(line)
    at = line.from
  }
  if (at === history.revision) for (const line of lines) history.append(line.to, line.touched)
  else history.restart(to)
  return history
}

async function readVersion(engine: Engine, partitionId: PartitionId): Promise<PartitionVersion> {
  const text = `select p.revision, p.last_seq, e.epoch, ${engine.dialect.fingerprint} as fingerprint
    from epoch e left join partitions p on p.id = ?`
  return versionIn((await first(engine.reader, text, [partitionId])) ?? {}, engine.generation())
}
