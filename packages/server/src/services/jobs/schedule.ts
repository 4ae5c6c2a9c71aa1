import { randomUUID } from 'node:crypto'
import type { Log } from './log.ts'
import { latestPlausible } from '../../store/clock.ts'
import { forgetRunsAhead, hasRun, noteRun, takeLease } from '../../store/queries/progress.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { applyDueChanges } from './clock.ts'
import { followOnce } from './follower.ts'
import { indexingOf } from '../search/build-index.ts'
import { concernsIndex } from '../search/concerns-index.ts'
import { followers, intervalMsOf, type Job, type JobContext, jobs, outcomeOf } from './jobs.ts'

export interface Schedule {
  /** Waits for what is running. */
  stop(): Promise<void>
}

const pollMs = 500
/** Commits in quick succession are followed in one pass. */
export const wakeMs = 50
/** Searches look at what is not indexed yet themselves, and a record that is changed again is indexed once. */
const indexMs = 300

export interface Timing {
  /** How often to check whether a job is due. */
  readonly dueCheckMs: number
  /** How long until another process takes over the job of one that died. */
  readonly leaseMs: number
  /** How long a server that has just started only answers requests. */
  readonly firstMs?: number
}

export const defaultTiming: Timing = { dueCheckMs: 5_000, leaseMs: 60_000 }

/** Runs the followers after commits and the jobs when they are due. */
export function startSchedule(
  ctx: JobContext,
  log: Log,
  { dueCheckMs, leaseMs, firstMs = 0 }: Timing = defaultTiming,
): Schedule {
  const holder = randomUUID()
  const passes = new Map<string, Date>()
  const notePass = (name: string): void => {
    const isFirst = !passes.has(name)
    passes.set(name, ctx.now())
    if (isFirst) regular.get(name)?.wake(0)
  }
  const following = loop(() => followAll(ctx, notePass), { everyMs: pollMs, firstMs, log, name: 'followers' })
  const ticking = loop(() => passTime(ctx, notePass), {
    everyMs: 2 * dueCheckMs,
    firstMs,
    log,
    name: 'clock',
  })
  const indexing = loop(indexingOf(ctx.store), {
    everyMs: dueCheckMs,
    firstMs,
    log,
    name: 'search-index',
    againMs: indexMs,
  })
  // Each in its own loop: one that waits for an external server must not delay another.
  const regular = new Map(
    jobs.map((job) => {
      const work =
        job.everyMinutes === undefined
          ? () => noteIfPassed(ctx, job, passes.get(job.name))
          : () => runIfDue(ctx, job, { holder, leaseMs, log })
      return [job.name, loop(work, { everyMs: dueCheckMs, firstMs, log, name: job.name })]
    }),
  )
  ctx.store.onCommit((commit) => {
    following.wake(wakeMs)
    if (concernsIndex(commit)) indexing.wake(indexMs)
  })
  return {
    stop: async () => {
      await Promise.all([following, ticking, indexing, ...regular.values()].map((one) => one.stop()))
    },
  }
}

/** Concurrently, so that none waits for another; true while there is more. */
async function followAll({ store, now }: JobContext, notePass: (name: string) => void): Promise<boolean> {
  const passes = await Promise.allSettled(
    followers.map(async (follower) => {
      const pass = await followOnce(store, follower, now)
      notePass(follower.name)
      return pass
    }),
  )
  const failed = passes.find((pass) => pass.status === 'rejected')
  if (failed) throw failed.reason
  return passes.some((pass) => pass.status === 'fulfilled' && pass.value.hasMore)
}

async function passTime(ctx: JobContext, notePass: (name: string) => void): Promise<boolean> {
  await applyDueChanges(ctx)
  notePass('clock')
  return false
}

/** Followers make passes far more often than is worth recording. */
async function noteIfPassed(ctx: JobContext, job: Job, passedAt: Date | undefined): Promise<boolean> {
  const slot = passedAt && slotAt(job, passedAt)
  if (slot !== undefined && !(await ctx.store.run(hasRun, job.name, slot))) await noteDone(ctx, job, slot)
  return false
}

/** After a pause only the latest slot is run: one run catches up. */
async function runIfDue(
  ctx: JobContext,
  job: Job,
  { holder, leaseMs, log }: { readonly holder: string; readonly leaseMs: number; readonly log: Log },
): Promise<boolean> {
  const { store, now } = ctx
  const slot = slotAt(job, now())
  if (await store.run(hasRun, job.name, slot)) return false
  const hold = (): Promise<boolean> => {
    const at = now()
    const until = new Date(at.getTime() + leaseMs).toISOString()
    return store.transaction((tx) =>
      tx.run(takeLease, { name: job.name, holder, at: at.toISOString(), until }),
    )
  }
  if (!(await hold())) return false
  // Waiting for an external server may take longer than a lease.
  const renewing = loop(() => hold().then(() => false), { everyMs: leaseMs / 3, log, name: job.name })
  const { summary } = outcomeOf(await job.run(ctx).finally(() => renewing.stop()))
  await noteDone(ctx, job, slot)
  log({ level: 'info', job: job.name, slot, summary })
  return false
}

function slotAt(job: Job, at: Date): string {
  const slotMs = intervalMsOf(job)
  return new Date(Math.floor(at.getTime() / slotMs) * slotMs).toISOString()
}

const noteDone = ({ store }: JobContext, job: Job, slot: string): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.run(forgetRunsAhead, job.name, latestPlausible(slot, intervalMsOf(job)))
    await tx.run(noteRun, job.name, slot)
  })

interface LoopOptions {
  readonly everyMs: number
  /** When it begins; at once unless told otherwise. */
  readonly firstMs?: number
  readonly log: Log
  readonly name: string
  /** How soon it goes on if it was woken while it ran. */
  readonly againMs?: number
}

/**
 * Repeats the work, never twice concurrently: immediately if there is more, soon if it was woken. A failure is logged
 * and retried next time.
 */
export function loop(
  work: () => Promise<boolean>,
  { everyMs, firstMs = 0, log, name, againMs = wakeMs }: LoopOptions,
) {
  let isStopped = false
  let isAwaited = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0

  const run = (): void => {
    isAwaited = false
    // A synchronous throw must not end the process either.
    running = Promise.try(work)
      .catch((error: unknown) => {
        // The outage is already logged.
        if (error instanceof DatabaseUnavailable) return false
        log({ level: 'error', loop: name, error: error instanceof Error ? error.stack : String(error) })
        return false
      })
      .then((hasMore) => {
        running = undefined
        if (!isStopped) plan(hasMore ? 0 : isAwaited ? againMs : everyMs)
      })
  }
  const plan = (ms: number): void => {
    clearTimeout(timer)
    dueAt = Date.now() + ms
    timer = setTimeout(run, ms)
  }
  plan(firstMs)

  return {
    wake(ms: number): void {
      if (isStopped) return
      if (running) isAwaited = true
      else if (dueAt - Date.now() > ms) plan(ms)
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
