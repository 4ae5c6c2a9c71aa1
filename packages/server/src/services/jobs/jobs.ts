import { counted, sloMinutes } from '@svc/model'
import type { Log } from './log.ts'
import type { ErrorTrackerSource } from '../../outbound/error-trackers.ts'
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import type { OnCallSource } from '../../outbound/oncall.ts'
import { forgetAllowances } from '../../store/queries/allowances.ts'
import { forgetMails } from '../../store/queries/mails.ts'
import { forgetAnswers } from '../../store/queries/idempotent-answers.ts'
import type { Store } from '../../store/open.ts'
import { forgetRuns } from '../../store/queries/progress.ts'
import { removeExpiredPrograms } from '../../store/queries/program-grants.ts'
import { removeExpiredFlows } from '../../store/queries/federation.ts'
import { removeExpiredSubjectTokens } from '../../store/queries/workload.ts'
import { removeExpired } from '../../store/queries/sign-in.ts'
import { removeExpiredTickets } from '../../store/queries/second-factors.ts'
import { forgetAttempts } from '../../store/queries/sign-in-attempts.ts'
import { refreshAllErrorTrackers } from '../error-trackers/refresh-all.ts'
import { refreshDueMetadata } from '../federation/saml/refresh-due.ts'
import { issueNumbering } from '../issues/numbering.ts'
import type { MailService } from '../mail/mail.ts'
import { refreshAllBindings } from '../oncall/refresh-all.ts'
import { scorecardGrading } from '../scorecards/grading.ts'
import { buildTextIndex } from '../search/build-index.ts'
import { countUncountedFacets } from '../search/count-facets.ts'
import { logLeftRefusals } from '../sign-in/refusals.ts'
import { runSloCalculator, type SourceTrouble } from '../slo/calculator.ts'
import type { SloSource } from '../slo/source.ts'
import { checkDueDomains } from '../sso/check-due.ts'
import type { DomainProofs } from '../sso/proofs.ts'
import { forgetDeliveries } from '../webhooks/forget-deliveries.ts'
import { applyDueChanges } from './clock.ts'
import type { Failed } from './failures.ts'
import { catchUp, type Follower } from './follower.ts'

export interface JobContext {
  readonly store: Store
  readonly now: () => Date
  /** Without one nothing outside is queried. */
  readonly onCall?: OnCallSource
  readonly errorTrackers?: ErrorTrackerSource
  readonly sloSource?: SloSource
  readonly domainProofs?: DomainProofs
  readonly mail?: Pick<MailService, 'outbox'>
  readonly identityFetch?: GuardedFetch
  readonly log?: Log
}

export interface Job {
  readonly name: string
  readonly about: string
  /** How often it is due, counted from midnight UTC; absent for jobs that run continuously. */
  readonly everyMinutes?: number
  /** A short summary of what was done; if parts of it can fail separately, also how many did. */
  run(ctx: JobContext): Promise<string | PartlyDone>
}

interface PartlyDone {
  readonly summary: string
  readonly succeeded: number
  readonly failed: number
  readonly failures: readonly Failed[]
}

/** The outcome of a run. */
export interface Ran {
  readonly summary: string
  readonly failed: number
  /** The reasons, the most frequent first. */
  readonly failures: readonly Failed[]
  /** Everything it tried failed. */
  readonly isInVain: boolean
}

const nobodyToAsk = 'no upstream to ask'

const dayMs = 86_400_000
/** How long admins see what became of a mail. */
const mailMemoryMs = 7 * dayMs

const follow = (follower: Follower, about: string): Job => ({
  name: follower.name,
  about,
  run: async ({ store, now }) => `${await catchUp(store, follower, now)} handled`,
})

export const followers: readonly Follower[] = [issueNumbering, scorecardGrading]

export const jobs: readonly Job[] = [
  {
    name: 'slo-calculator',
    about: 'Measures and recomputes every SLO and stores a snapshot of each for the quarter hour.',
    everyMinutes: sloMinutes,
    run: async ({ store, now, sloSource, log }) => {
      const onTrouble = (trouble: SourceTrouble) =>
        log?.({ level: 'error', job: 'slo-calculator', ...trouble })
      const done = await runSloCalculator({ store, now, source: sloSource, onTrouble })
      const { measured: succeeded, failures } = done
      const failed = failures.count
      const asked = succeeded + failed > 0 ? `, ${succeeded} measured, ${failed} failed` : ''
      const summary = `${counted(done.slos, 'SLO')}, ${counted(done.snapshots, 'new snapshot')}${asked}`
      return { summary, succeeded, failed, failures: failures.byReason() }
    },
  },
  {
    name: 'oncall-refresh',
    about: 'Asks the on-call providers who is on call.',
    everyMinutes: 5,
    run: async ({ store, now, onCall }) => {
      if (!onCall) return nobodyToAsk
      const { refreshed: succeeded, failed, failures } = await refreshAllBindings(store, onCall, now)
      return {
        summary: `${counted(succeeded, 'binding')} refreshed, ${failed} failed`,
        succeeded,
        failed,
        failures,
      }
    },
  },
  {
    name: 'error-tracker-refresh',
    about: 'Asks the error trackers which errors are open.',
    everyMinutes: 15,
    run: async ({ store, now, errorTrackers }) => {
      if (!errorTrackers) return nobodyToAsk
      const {
        refreshed: succeeded,
        failed,
        failures,
      } = await refreshAllErrorTrackers(store, errorTrackers, now)
      return {
        summary: `${counted(succeeded, 'error tracker')} refreshed, ${failed} failed`,
        succeeded,
        failed,
        failures,
      }
    },
  },
  {
    name: 'sso-domains',
    about: 'Looks for the proofs of SSO domains, including those already verified.',
    everyMinutes: 5,
    run: async ({ store, now, domainProofs, mail }) => {
      if (!domainProofs) return nobodyToAsk
      const { checked, failures } = await checkDueDomains(store, domainProofs, { now, outbox: mail?.outbox })
      const failed = failures.count
      const summary = `${counted(checked, 'domain')} checked${failed > 0 ? `, ${failed} without an answer` : ''}`
      return { summary, succeeded: checked - failed, failed, failures: failures.byReason() }
    },
  },
  {
    name: 'saml-metadata',
    about:
      'Reads the metadata of SAML providers again, once a day, and warns of certificates that expire soon.',
    everyMinutes: 60,
    run: async ({ store, now, identityFetch: fetch }) => {
      if (!fetch) return nobodyToAsk
      const { read, failures } = await refreshDueMetadata({ store, now, fetch })
      const failed = failures.count
      const summary = `metadata of ${counted(read, 'provider')} read${failed > 0 ? `, ${failed} failed` : ''}`
      return { summary, succeeded: read - failed, failed, failures: failures.byReason() }
    },
  },
  {
    name: 'sign-in-refusals',
    about: 'Logs refused sign-ins that were counted, a minute after the last one.',
    everyMinutes: 5,
    run: async ({ store, now }) => counted(await logLeftRefusals(store, now), 'member'),
  },
  {
    name: 'housekeeping',
    about:
      'Deletes idempotency keys and job runs that are older than a day, sessions, links and rate-limit windows that have ended, and mails that were dealt with a week ago.',
    everyMinutes: 60,
    run: async ({ store, now }) => {
      const before = new Date(now().getTime() - dayMs).toISOString()
      await store.scratch.run(forgetAllowances)
      return store.transaction(async (tx) => {
        for (const { name } of jobs) await tx.run(forgetRuns, name, before)
        await tx.run(forgetAttempts, now().toISOString())
        await tx.run(removeExpiredFlows, now().toISOString())
        await tx.run(removeExpiredSubjectTokens, now().toISOString())
        await tx.run(removeExpiredPrograms, now().toISOString())
        const ended = await tx.run(removeExpired, now().toISOString())
        await tx.run(removeExpiredTickets, now().toISOString())
        await tx.run(forgetMails, new Date(now().getTime() - mailMemoryMs).toISOString())
        return `${counted(await tx.run(forgetAnswers, before), 'idempotency key')} deleted; sessions and links deleted: ${ended}`
      })
    },
  },
  {
    name: 'webhook-housekeeping',
    about: 'Deletes webhook deliveries that are older than 30 days.',
    everyMinutes: 60,
    run: async ({ store, now }) => `${counted(await forgetDeliveries(store, now), 'delivery')} deleted`,
  },
  {
    name: 'search-index',
    about: 'Makes records that were there before the text index, or came with an archive, quick to search.',
    everyMinutes: 5,
    run: async ({ store }) => `${counted(await buildTextIndex(store), 'record')} indexed`,
  },
  {
    name: 'facet-counts',
    about:
      'Counts records by the values of their fields where an older version has written without counting.',
    everyMinutes: 1,
    run: async ({ store }) => `${counted(await countUncountedFacets(store), 'partition')} counted`,
  },
  {
    name: 'clock',
    about:
      'Writes what time alone changes, soon after it does: SLOs whose value becomes stale or whose period ends, on-call shifts that end or begin.',
    run: async ({ store, now }) => `${await applyDueChanges({ store, now })} updated`,
  },
  follow(issueNumbering, 'Numbers new issues.'),
  follow(scorecardGrading, 'Grades what has changed.'),
]

/** Continuous jobs make a pass all the time, which is recorded only this often. */
const passNoteMinutes = 5

/** The interval that a job's run covers, in milliseconds. */
export const intervalMsOf = ({ everyMinutes = passNoteMinutes }: Job): number => everyMinutes * 60_000

export const jobNames: readonly string[] = jobs.map(({ name }) => name)

export async function runJob(ctx: JobContext, name: string): Promise<Ran> {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Error(`There is no job ${name}. Jobs: ${jobNames.join(', ')}.`)
  return outcomeOf(await job.run(ctx))
}

export function outcomeOf(done: string | PartlyDone): Ran {
  if (typeof done === 'string') return { summary: done, failed: 0, failures: [], isInVain: false }
  const { succeeded, ...rest } = done
  return { ...rest, isInVain: rest.failed > 0 && succeeded === 0 }
}
