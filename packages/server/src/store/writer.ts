import type { Commit } from './commit.ts'
import type { Actor } from './event.ts'
import { beginChange, type Change } from './change.ts'
import type { Epochs } from './epoch.ts'
import type { PartitionId } from './partition-id.ts'
import { createPendingWrites } from './pending-writes.ts'
import { releasePartition, type LockedPartition, lockPartition } from './partition-row.ts'
import { readTogether } from './read-together.ts'
import { Rewound } from './rewound.ts'
import type { Engine, Sql } from './sql.ts'
import { troubleOf } from './unavailable.ts'
import type { Quota } from './usage.ts'
import { createWritePace, type WritePace } from './write-pace.ts'
import { isRefusal, type Job, type Outcome, settle, type WriteRequest } from './write-job.ts'

const maxBatch = 64
const attempts = 5
/** A dead connection is replaced within this time; after that, the error is better reported. */
const retryWithinMs = 2_000
const maxLooks = 3
/** So many partitions are remembered while nobody is writing to them. */
const maxLanes = 1_000

/**
 * Writes that wait at the same time share one transaction, and so one wait for the disk. Each is still atomic: if one
 * fails half-way, all are rolled back and run again one by one.
 */
export function createWriter(
  engine: Engine,
  { epochs, quota }: { readonly epochs: Epochs; readonly quota: Quota },
  onCommit: (commit: Commit) => void,
) {
  const lanes = new Map<string, Lane>()
  let busy = 0

  function write<T>(request: WriteRequest, run: (change: Change) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const lane = laneOf(engine.parallel ? request.partitionId : '')
      lane.queue.push({ ...request, run, resolve: resolve as Job['resolve'], reject })
      if (lane.isBusy) lane.pace.arrived(lane.queue.length)
      else void drain(lane)
    })
  }

  function laneOf(name: string): Lane {
    let lane = lanes.get(name)
    if (!lane) {
      if (lanes.size >= maxLanes) for (const [other, { isBusy }] of lanes) if (!isBusy) lanes.delete(other)
      lane = { queue: [], pace: createWritePace(), isBusy: false }
      lanes.set(name, lane)
    }
    return lane
  }

  async function drain(lane: Lane): Promise<void> {
    const { queue, pace } = lane
    lane.isBusy = true
    busy += 1
    await gather(lane)
    while (queue.length > 0) {
      const batch = createBatch(queue)
      // Where nothing was written, no reader has to look again.
      if (await runBatch(batch)) pace.committed(batch.jobs.length)
      // SQLite never waits: without a pause a long queue would keep readers waiting until it is empty.
      await gather(lane)
    }
    lane.isBusy = false
    busy -= 1
  }

  /** Those that come in the same turn of the loop share a commit, and perhaps those of a few more. */
  async function gather({ queue, pace }: Lane): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await pace.gather(queue)
  }

  /** Whether anything may have been written. */
  async function runBatch({ jobs, join }: Batch): Promise<boolean> {
    let startedAt = performance.now()
    try {
      return await run(jobs, () => {
        startedAt = performance.now()
        join()
      })
    } catch (error) {
      // The connection broke before the commit, so nothing was done.
      const isWorthAnother = troubleOf(error) === 'away' && performance.now() - startedAt < retryWithinMs
      if (isWorthAnother) await runAgain(jobs)
      else await runEach(jobs, error)
      return true
    }
  }

  async function runAgain(jobs: readonly Job[]): Promise<void> {
    try {
      await run(jobs)
    } catch (error) {
      await runEach(jobs, error)
    }
  }

  /** One by one, so that only the job that caused the failure fails; pointless if it was the database. */
  async function runEach(jobs: readonly Job[], failure: unknown): Promise<void> {
    let outage = isOutage(failure) ? failure : undefined
    for (const job of jobs) {
      if (outage !== undefined) job.reject(outage)
      else outage = await runAlone(job, jobs.length > 1 ? undefined : failure)
    }
  }

  const isOutage = (error: unknown): boolean => troubleOf(error) !== undefined && !engine.isTransient(error)

  /**
   * `failure` is set if the job has already failed on its own: it is retried only if that may help. Returns the
   * outage that it ran into.
   */
  async function runAlone(job: Job, failure?: unknown): Promise<unknown> {
    let error = failure
    for (let attempt = failure ? 1 : 0; attempt < attempts; attempt += 1) {
      if (error !== undefined && !engine.isTransient(error)) break
      try {
        await run([job])
        return undefined
      } catch (cause) {
        error = cause
      }
    }
    job.reject(error)
    return isOutage(error) ? error : undefined
  }

  /** Runs jobs in one transaction and answers them; false if they wrote nothing. */
  async function run(jobs: readonly Job[], onLocked?: () => void): Promise<boolean> {
    for (let looks = 0; ; looks += 1) {
      try {
        const { outcomes, commits } = await engine.transaction((tx) =>
          runJobs(engine, tx, jobs, { epochs, quota, onLocked }),
        )
        for (const one of commits) onCommit(one)
        settle(outcomes)
        return commits.length > 0
      } catch (error) {
        // Nothing is written based on numbers that may come from another history.
        if (!(error instanceof Rewound) || looks === maxLooks) throw error
        await epochs.look()
      }
    }
  }

  return {
    write,
    /** Resolves when nothing is waiting to be written. */
    async idle(): Promise<void> {
      while (busy > 0) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Writes that take turns: those of a partition on PostgreSQL, all of them on SQLite. */
interface Lane {
  readonly queue: Job[]
  readonly pace: WritePace
  isBusy: boolean
}

interface Batch {
  readonly jobs: readonly Job[]
  /** Adds what has come meanwhile. */
  join(): void
}

/** While another process has the partition, more writes arrive; they need not wait for the next transaction. */
function createBatch(queue: Job[]): Batch {
  const jobs = queue.splice(0, maxBatch)
  return {
    jobs,
    join: () => {
      jobs.push(...queue.splice(0, maxBatch - jobs.length))
    },
  }
}

/** One change inside an open transaction. */
export async function changeWithin<T>(
  engine: Engine,
  tx: Sql,
  request: WriteRequest,
  run: (change: Change) => Promise<T>,
): Promise<{ readonly value: T; readonly commits: readonly Commit[] }> {
  const job: Job = { ...request, run, resolve: () => {}, reject: () => {} }
  const { outcomes, commits } = await runJobs(engine, tx, [job])
  const [outcome] = outcomes
  if (outcome?.error !== undefined) throw outcome.error
  return { value: outcome?.value as T, commits }
}

interface Terms {
  /** If absent, the caller has made sure that the database was not replaced. */
  readonly epochs?: Epochs
  readonly quota?: Quota
  /** Called before the first job runs; jobs may still be added then. */
  readonly onLocked?: (() => void) | undefined
}

async function runJobs(
  engine: Engine,
  tx: Sql,
  jobs: readonly Job[],
  { epochs, quota, onLocked }: Terms = {},
) {
  const partitions = new Map<PartitionId, LockedPartition>()
  const pending = createPendingWrites(tx)
  const outcomes: Outcome[] = []
  const lock = async (partitionId: PartitionId): Promise<LockedPartition> => {
    let counters = partitions.get(partitionId)
    if (!counters) {
      counters = await lockPartition(engine, tx, partitionId, epochs)
      const isFirst = partitions.size === 0
      if (isFirst) onLocked?.()
      partitions.set(partitionId, counters)
      if (isFirst && engine.parallel) await readTogether(tx, pending, partitionId, jobs)
    }
    return counters
  }
  for (const job of jobs) {
    const { obeysQuota } = job
    const at = job.now().toISOString()
    const beginIn = async (partitionId: PartitionId, actor: Actor): Promise<Change> => {
      const counters = await lock(partitionId)
      return beginChange({ pending, partitionId, counters, quota, actor, at, obeysQuota, beginIn })
    }
    const change = await beginIn(job.partitionId, job.actor)
    try {
      outcomes.push({ job, value: await job.run(change) })
    } catch (error) {
      // A refusal before the first write affects nobody else; anything else rolls back the whole transaction.
      if (change.isDirty() || !isRefusal(error)) throw error
      outcomes.push({ job, error })
    }
  }
  const commits: Commit[] = []
  for (const [partitionId, counters] of partitions) {
    if (counters.touched.size > 0 || counters.seq !== counters.seqBefore) {
      releasePartition(pending, partitionId, counters)
      const { epoch, revisionBefore: since, revision, seq, touched } = counters
      commits.push({ epoch, partitionId, since, revision, seq, kinds: touched })
    }
  }
  await pending.flush()
  return { outcomes, commits }
}
