import { setImmediate as others } from 'node:timers/promises'
import { NeedsTransaction, Overtaken } from './aside-refusals.ts'
import { beginChange } from './change.ts'
import { type CollectedWrites, collectWrites } from './collected-writes.ts'
import type { Commit } from './commit.ts'
import { pendingAside, type UnderWay } from './pending-aside.ts'
import type { PartitionId } from './partition-id.ts'
import { type LockedPartition, nextOf, releasePartition } from './partition-row.ts'
import type { PendingWrites } from './pending-writes.ts'
import type { Aside } from './sql.ts'
import type { Quota } from './usage.ts'
import { isRefusal, type Job, type Outcome, settle } from './write-job.ts'

export interface AsideLaneOptions {
  readonly quota: Quota
  /** The counters of a partition as they are committed. */
  read(partitionId: PartitionId): Promise<LockedPartition>
  onCommit(commit: Commit): void
  /** In transactions of their own. */
  runOrdinarily(jobs: readonly Job[]): Promise<void>
  /** Rejects them all, if it is unknown whether they were written; else runs them again. */
  recover(jobs: readonly Job[], error: unknown): Promise<void>
}

/** A batch that was sent off; the next one is built on what it will have written. */
interface Flight extends UnderWay {
  readonly mark: number
  readonly counters: ReadonlyMap<PartitionId, LockedPartition>
}

interface Batch {
  readonly since: number
  readonly collected: CollectedWrites
  readonly pending: PendingWrites
  readonly counters: Map<PartitionId, LockedPartition>
  readonly outcomes: Outcome[]
}

const maxBatch = 128
/** For this long at most, other requests wait for jobs that run one after the other. */
const turnMs = 4

/**
 * Runs jobs on this thread and commits what they write on another. While one batch is committed, the next is already
 * run: all jobs that arrive in that time are in it.
 */
export function createAsideLane(aside: Aside, options: AsideLaneOptions) {
  let wake = (): void => {}

  async function drain(queue: Job[]): Promise<void> {
    let flight: Flight | undefined
    while (queue.length > 0 || flight) {
      const batch = open(flight)
      const needing = await fill(batch, queue, flight)
      if (flight && !(await flight.settled)) {
        // What it was built on is not there.
        queue.unshift(...batch.outcomes.map(({ job }) => job), ...(needing ? [needing] : []))
        flight = undefined
        continue
      }
      flight = depart(batch)
      if (needing) {
        await flight?.settled
        flight = undefined
        await options.runOrdinarily([needing])
      }
    }
  }

  const open = (flight: Flight | undefined): Batch => {
    const collected = collectWrites()
    return {
      since: flight?.mark ?? aside.mark(),
      collected,
      pending: pendingAside(aside, collected, flight),
      counters: new Map(),
      outcomes: [],
    }
  }

  /** Runs what is waiting, and what arrives until the flight has landed. Returns a job that needs a transaction. */
  async function fill(batch: Batch, queue: Job[], flight: Flight | undefined): Promise<Job | undefined> {
    let turnEnds = performance.now() + turnMs
    for (;;) {
      while (queue.length > 0 && batch.outcomes.length < maxBatch) {
        const job = queue.shift() as Job
        if (!(await runInto(batch, job, flight))) {
          if (batch.outcomes.length === 0) return job
          // It may only need to see what those before it have written.
          queue.unshift(job)
          return undefined
        }
        if (performance.now() > turnEnds) {
          await others()
          turnEnds = performance.now() + turnMs
        }
      }
      if (flight?.outcome !== undefined || !flight || batch.outcomes.length >= maxBatch) return undefined
      const arrived = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([flight.settled, arrived])
      turnEnds = performance.now() + turnMs
    }
  }

  /** False if the job could not be run this way; then it has left no trace. */
  async function runInto(batch: Batch, job: Job, flight: Flight | undefined): Promise<boolean> {
    const { pending, collected, counters, outcomes } = batch
    const { partitionId, actor, obeysQuota } = job
    let own = counters.get(partitionId)
    const undo = collected.undoable()
    try {
      if (!own) {
        const ahead = flight?.outcome === true ? undefined : flight?.counters.get(partitionId)
        own = ahead ? nextOf(ahead) : await options.read(partitionId)
        counters.set(partitionId, own)
      }
    } catch {
      // The database was replaced, or cannot be reached: a transaction finds out.
      return false
    }
    const saved = { ...own, touched: new Map(own.touched) }
    const restore = (): void => {
      undo()
      counters.set(partitionId, saved)
    }
    const at = job.now().toISOString()
    const change = beginChange({
      pending,
      partitionId,
      counters: own,
      quota: options.quota,
      actor,
      at,
      obeysQuota,
    })
    try {
      outcomes.push({ job, value: await job.run(change) })
      return true
    } catch (error) {
      restore()
      if (error instanceof NeedsTransaction || error instanceof Overtaken || !isRefusal(error)) return false
      outcomes.push({ job, error })
      return true
    }
  }

  function depart({ collected, pending, counters, outcomes, since: committed }: Batch): Flight | undefined {
    const commits: Commit[] = []
    for (const [partitionId, own] of counters) {
      if (own.touched.size === 0 && own.seq === own.seqBefore) continue
      releasePartition(pending, partitionId, own)
      const { epoch, revisionBefore: since, revision, seq, touched } = own
      commits.push({ epoch, partitionId, since, revision, seq, kinds: touched })
    }
    if (collected.count === 0) {
      settle(outcomes)
      return undefined
    }
    const { mark, done } = aside.commit(collected.toRows(false), committed)
    const flight: Flight & { outcome: boolean | undefined } = {
      mark,
      collected,
      counters,
      outcome: undefined,
      settled: done.then(
        () => {
          for (const commit of commits) options.onCommit(commit)
          flight.outcome = true
          settle(outcomes)
          return true
        },
        async (error: unknown) => {
          flight.outcome = false
          await options.recover(
            outcomes.map(({ job }) => job),
            error,
          )
          return false
        },
      ),
    }
    return flight
  }

  return {
    drain,
    /** A job has arrived. */
    arrived: (): void => wake(),
  }
}
