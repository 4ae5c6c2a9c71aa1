import type { Commit } from './commit.ts'
import { type Access, accessTo } from './access.ts'
import type { Change } from './change.ts'
import { type Epochs, openEpochs } from './epoch.ts'
import { migrate } from './migrate.ts'
import { type EngineLocation, openEngine } from './open-engine.ts'
import type { OutageNotice } from './outage-watch.ts'
import type { PartitionId } from './partition-id.ts'
import { type Records, recordsIn } from './records.ts'
import { createRevisions } from './revisions.ts'
import { refuseNewerSchema } from './schema-version.ts'
import type { Engine, Sql } from './sql.ts'
import { countUncounted, type Quota, unlimited } from './usage.ts'
import type { WriteRequest } from './write-job.ts'
import { changeWithin, createWriter } from './writer.ts'

export interface StoreLocation extends EngineLocation {
  /** How much callers may put into one mode of an organisation. */
  readonly quota?: Partial<Quota> | undefined
}

/** A transaction that spans more than one partition, or none. */
export interface Transaction extends Access {
  /** Blocks every other process that adds an organisation or migrates. */
  lockSchema(): Promise<void>
  /** A change to a partition with its events, like `Store.write`. */
  change<T>(request: WriteRequest, run: (change: Change) => Promise<T>): Promise<T>
}

/** Access to everything stored: queries run on committed data, changes in a transaction with their events. */
export interface Store extends Access {
  readonly engine: Engine['name']
  /** Short-lived counters, which need not survive a crash. */
  readonly scratch: Access
  readonly epochs: Epochs
  readonly revisions: ReturnType<typeof createRevisions>
  /** The records of one partition, as committed. */
  records(partitionId: PartitionId): Records
  write<T>(request: WriteRequest, run: (change: Change) => Promise<T>): Promise<T>
  /** One durable transaction without events; rolled back if the work throws, and possibly retried. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: { readonly isLong?: boolean }): Promise<T>
  /** Everything as it was at one moment, whatever is written meanwhile. */
  snapshot<T>(work: (moment: Access) => Promise<T>): Promise<T>
  /** Called after each commit of this process. */
  onCommit(listener: (commit: Commit) => void): void
  /** Called when the database becomes unavailable, and when it is back. */
  onOutage(listener: (notice: OutageNotice) => void): void
  /** Throws if no write could begin, or if a newer version has migrated the database. */
  probe(): Promise<void>
  close(): Promise<void>
}

export async function openStore(location: StoreLocation): Promise<Store> {
  const engine = await openEngine(location)
  try {
    await migrate(engine)
    await countUncounted(engine)
    return storeOver(engine, await openEpochs(engine), { ...unlimited, ...location.quota })
  } catch (error) {
    await engine.close()
    throw error
  }
}

function storeOver(engine: Engine, epochs: Epochs, quota: Quota): Store {
  const revisions = createRevisions(engine, epochs)
  const listeners: ((commit: Commit) => void)[] = [revisions.note, epochs.noteCommit]
  const noteCommit = (commit: Commit): void => {
    for (const listener of listeners) listener(commit)
  }
  const writer = createWriter(engine, { epochs, quota }, noteCommit)
  return {
    ...accessTo(engine.reader),
    engine: engine.name,
    scratch: accessTo(engine.scratch),
    epochs,
    revisions,
    records: (partitionId) => recordsIn(partitionId, engine.reader),
    write: writer.write,
    transaction: async (work, options) => {
      const [result, commits] = await engine.transaction(async (tx) => {
        const commits: Commit[] = []
        return [await work(transactionOver(engine, tx, commits)), commits] as const
      }, options)
      for (const commit of commits) noteCommit(commit)
      return result
    },
    snapshot: (work) => engine.snapshot((sql) => work(accessTo(sql))),
    onCommit: (listener) => listeners.push(listener),
    onOutage: (listener) => engine.watch.listen(listener),
    probe: async () => {
      await engine.probe()
      await refuseNewerSchema(engine.reader)
    },
    close: async () => {
      await writer.idle()
      await engine.close()
    },
  }
}

/** What is changed in it is added to `commits`, which nobody may be told of before the transaction is committed. */
const transactionOver = (engine: Engine, tx: Sql, commits: Commit[]): Transaction => ({
  ...accessTo(tx),
  lockSchema: () => engine.lockSchema(tx),
  change: async (request, run) => {
    const { value, commits: own } = await changeWithin(engine, tx, request, run)
    commits.push(...own)
    return value
  },
})
