import type { Access } from '../../store/access.ts'
import { firstKnownRuns, lastRuns } from '../../store/queries/progress.ts'
import { intervalMsOf, jobs } from './jobs.ts'

export interface JobRun {
  readonly job: string
  readonly everyMs: number
  /** It runs all the time, and `everyMs` is only how often that is recorded. */
  readonly isContinuous: boolean
  /** The start of the interval that it last ran for, in any process; null if it never ran. */
  readonly lastRunAt: string | null
  /** Several intervals passed without a run, though a server was up to run it. */
  readonly isOverdue: boolean
}

/** One may be missed in a restart and one be in progress. */
const toleratedIntervals = 4

/** When each job last ran, in whichever process. */
export async function readJobRuns(access: Access, now: Date): Promise<readonly JobRun[]> {
  const latest = await access.run(lastRuns, now.toISOString())
  const since = usedSince(await access.run(firstKnownRuns))
  return jobs.map((job) => {
    const everyMs = intervalMsOf(job)
    const lastRunAt = latest.get(job.name) ?? null
    const waitingSince = lastRunAt === null ? since : Date.parse(lastRunAt)
    const isOverdue = now.getTime() - waitingSince > toleratedIntervals * everyMs
    const isContinuous = job.everyMinutes === undefined
    return { job: job.name, everyMs, isContinuous, lastRunAt, isOverdue }
  })
}

/**
 * Since when a server has certainly used the database: a job runs at some point in the interval it is recorded for.
 */
const usedSince = (firstRuns: ReadonlyMap<string, string>): number =>
  Math.min(
    ...jobs.map((job) => {
      const slot = firstRuns.get(job.name)
      return slot === undefined ? Number.POSITIVE_INFINITY : Date.parse(slot) + intervalMsOf(job)
    }),
  )
