import { type OnCallSource, withoutCredentials } from '../../outbound/oncall.ts'
import { forgetAnswers } from '../../store/idempotency.ts'
import type { Store } from '../../store/open.ts'
import { forgetRuns } from '../../store/progress.ts'
import { issueNumbering } from '../issues/numbering.ts'
import { refreshAllBindings } from '../oncall/refresh-all.ts'
import { scorecardGrading } from '../scorecards/grading.ts'
import { runSloCalculator } from '../slo/calculator.ts'
import { catchUp, type Follower } from './follower.ts'

export interface JobContext {
  readonly store: Store
  readonly now: () => Date
  readonly onCall?: OnCallSource
}

export interface Job {
  readonly name: string
  readonly about: string
  /** How often it is due, counted from midnight UTC; absent for what follows the log. */
  readonly everyMinutes?: number
  run(ctx: JobContext): Promise<string>
}

const dayMs = 86_400_000

const follow = (follower: Follower, about: string): Job => ({
  name: follower.name,
  about,
  run: async ({ store, now }) => `${await catchUp(store, follower, now)} handled`,
})

export const followers: readonly Follower[] = [issueNumbering, scorecardGrading]

export const jobs: readonly Job[] = [
  {
    name: 'slo-calculator',
    about: 'Recomputes every SLO and stores a snapshot of each for the quarter hour.',
    everyMinutes: 15,
    run: async ({ store, now }) => {
      const { slos, snapshots } = await runSloCalculator(store, now)
      return `${slos} SLOs, ${snapshots} new snapshots`
    },
  },
  {
    name: 'oncall-refresh',
    about: 'Asks the on-call providers who is on call.',
    everyMinutes: 5,
    run: async ({ store, now, onCall = withoutCredentials }) => {
      const { refreshed, failed } = await refreshAllBindings(store, onCall, now)
      return `${refreshed} bindings refreshed, ${failed} failed`
    },
  },
  {
    name: 'housekeeping',
    about: 'Forgets idempotency keys and job runs that are older than a day.',
    everyMinutes: 60,
    run: async ({ store, now }) => {
      const before = new Date(now().getTime() - dayMs).toISOString()
      return store.engine.transaction(async (tx) => {
        for (const { name } of jobs) await forgetRuns(tx, name, before)
        return `${await forgetAnswers(tx, before)} idempotency keys forgotten`
      })
    },
  },
  follow(issueNumbering, 'Numbers new issues.'),
  follow(scorecardGrading, 'Grades what has changed.'),
]

export const jobNames: readonly string[] = jobs.map(({ name }) => name)

export async function runJob(ctx: JobContext, name: string): Promise<{ readonly summary: string }> {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Error(`There is no job ${name}. There is: ${jobNames.join(', ')}.`)
  return { summary: await job.run(ctx) }
}
