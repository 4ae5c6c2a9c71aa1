import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { Caller } from '../context.ts'
import { andThen } from '../and-then.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'
import { createBudget, type LimitStatus, type RateLimit } from './budget.ts'
import { createReservations } from './reservations.ts'

export type LimitHeaders = Readonly<Record<string, string>>

/** Counts a request, or refuses it; usually synchronously. */
export type CallerLimiter = (caller: Caller) => MaybePromise<LimitHeaders>

const organisationFactor = 10

/**
 * A person has one limit for all their tokens and sessions, an API key its own; all credentials of an organisation
 * together have ten times that. All processes count together.
 */
export function createCallerLimiter(limit: RateLimit, store: Pick<Store, 'scratch'>): CallerLimiter {
  const { requests, seconds } = limit
  const organisationRequests = requests * organisationFactor
  const reservations = createReservations(store)
  const callers = createBudget(limit, reservations)
  const organisations = createBudget({ requests: organisationRequests, seconds }, reservations)
  const policy = `"default";q=${requests};w=${seconds}, "organisation";q=${organisationRequests};w=${seconds}`

  const headersOf = (own: LimitStatus, all: LimitStatus | undefined): LimitHeaders => ({
    ratelimit: all ? `${item('default', own)}, ${item('organisation', all)}` : item('default', own),
    'ratelimit-policy': policy,
  })

  const refusal = (max: number, who: string, { seconds: wait }: LimitStatus, headers: LimitHeaders) =>
    new CatalogError(
      'rate_limited',
      `More than ${max} requests in ${seconds} seconds by one ${who}. Try again in ${wait} s.`,
      { headers: { ...headers, 'retry-after': String(wait) } },
    )

  const checkOrganisation = (own: LimitStatus, all: LimitStatus): LimitHeaders => {
    const headers = headersOf(own, all)
    if (all.isWithin) return headers
    throw refusal(organisationRequests, 'organisation', all, headers)
  }

  const counted = (own: LimitStatus, organisation: string): MaybePromise<LimitHeaders> => {
    // Before it counts for the organisation: one caller must not use up the budget of the others.
    if (!own.isWithin) throw refusal(requests, 'person or key', own, headersOf(own, undefined))
    return andThen(organisations.spend(organisation), (all) => checkOrganisation(own, all))
  }

  return ({ organisation: { id }, actor, credential }) => {
    const organisation = `organisation ${id}`
    organisations.prepare(organisation)
    const spent = callers.spend(`caller ${id} ${actor.id ?? credential.id}`)
    return andThen(spent, (own) => counted(own, organisation))
  }
}

const item = (name: string, { left, seconds }: LimitStatus): string => `"${name}";r=${left};t=${seconds}`
