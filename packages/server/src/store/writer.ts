import { setTimeout as sleep } from 'node:timers/promises'
import type { Commit } from './commit.ts'
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
import { createWritePace } from './write-pace.ts'
import { isRefusal, type Job, type Outcome, settle, type WriteRequest } from './write-job.ts'

const maxBatch = 64
const attempts = 5
/** A dead connection is replaced within this time; after that, the error is better reported. */
const retryWithinMs = 2_000
const maxLooks = 3

/**
 * Writes that wait at the same time share one transaction, and so one wait for the disk. Each is still atomic: if one
 * fails half-way, all are rolled back and run again one by one.
 */
export function createWriter(
  engine: Engine,
  { epochs, quota }: { readonly epochs: Epochs; readonly quota: Quota },
  onCommit: (commit: Commit) => void,
) {
  const lanes = new Map<string, Job[]>()
  const pace = createWritePace()

  function write<T>(request: WriteRequest, run: (change: Change) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const lane = engine.parallel ? request.partitionId : ''
      const job: Job = { ...request, run, resolve: resolve as Job['resolve'], reject }
      const waiting = lanes.get(lane)
      if (waiting) waiting.push(job)
      else {
        const queue = [job]
        lanes.set(lane, queue)
        void gather(queue).then(() => drain(lane, queue))
      }
    })
  }

  /** Those that come in the same turn of the loop share a commit, and on SQLite perhaps those of a few more. */
  async function gather(queue: readonly Job[]): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const ms = engine.parallel ? 0 : pace.waitFor(queue.length)
    if (ms > 0) await sleep(ms)
  }

  async function drain(lane: string, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      await runBatch(queue.splice(0, maxBatch))
      pace.committed()
      // SQLite never waits: without a pause a long queue would keep readers waiting until it is empty.
      await gather(queue)
    }
    lanes.delete(lane)
  }

  async function runBatch(jobs: readonly Job[]): Promise<void> {
    const startedAt = performance.now()
    try {
      settle(await commit(jobs))
    } catch (error) {
      // The connection broke before the commit, so nothing was done.
      const isWorthAnother = troubleOf(error) === 'away' && performance.now() - startedAt < retryWithinMs
      if (isWorthAnother) await runAgain(jobs)
      else await runEach(jobs, error)
    }
  }

  async function runAgain(jobs: readonly Job[]): Promise<void> {
    try {
      settle(await commit(jobs))
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
        settle(await commit([job]))
        return undefined
      } catch (cause) {
        error = cause
      }
    }
    job.reject(error)
    return isOutage(error) ? error : undefined
  }

  async function commit(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    for (let looks = 0; ; looks += 1) {
      try {
        const { outcomes, commits } = await engine.transaction((tx) =>
          runJobs(engine, tx, jobs, { epochs, quota }),
        )
        for (const one of commits) onCommit(one)
        return outcomes
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
      while (lanes.size > 0) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** One change inside an open transaction. */
export async function changeWithin<T>(
  engine: Engine,
  tx: Sql,
  request: WriteRequest,
  run: (change: Change) => Promise<T>,
): Promise<T> {
  const job: Job = { ...request, run, resolve: () => {}, reject: () => {} }
  const { outcomes, commits } = await runJobs(engine, tx, [job])
  const [outcome] = outcomes
  if (outcome?.error !== undefined) throw outcome.error
  for (const { epoch, ...commit } of commits) engine.epochFile?.write({ epoch, commit })
  return outcome?.value as T
}

interface Terms {
  /** If absent, the caller has made sure that the database was not replaced. */
  readonly epochs?: Epochs
  readonly quota?: Quota
}

async function runJobs(engine: Engine, tx: Sql, jobs: readonly Job[], { epochs, quota }: Terms = {}) {
  const partitions = new Map<PartitionId, LockedPartition>()
  const pending = createPendingWrites(tx)
  const outcomes: Outcome[] = []
  for (const job of jobs) {
    const { partitionId, actor, obeysQuota } = job
    let counters = partitions.get(partitionId)
    if (!counters) {
      counters = await lockPartition(engine, tx, partitionId, epochs)
      partitions.set(partitionId, counters)
      if (engine.parallel) await readTogether(tx, pending, partitionId, jobs)
    }
    const at = job.now().toISOString()
    const place = { pending, partitionId, counters, quota }
    const change = beginChange({ ...place, actor, at, obeysQuota })
    try {
      outcomes.push({ job, value: await job.run(change) })
    } catch (error) {
      // A refusal before the first write affects nobody else; anything else rolls back the whole transaction.
      if (change.isDirty || !isRefusal(error)) throw error
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
