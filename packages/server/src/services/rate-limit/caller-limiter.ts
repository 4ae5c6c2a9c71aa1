import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { Caller } from '../context.ts'
import { createBudget, type RateLimit, type Standing } from './budget.ts'
import { createLender } from './lender.ts'
import { andThen } from '../and-then.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'

export type LimitHeaders = Readonly<Record<string, string>>

/** Counts a request, or refuses it; at once as a rule. */
export type CallerLimiter = (caller: Caller) => MaybePromise<LimitHeaders>

const organisationFactor = 10

/**
 * A person has one allowance for all their tokens and sessions, a key its own; and whatever credentials an
 * organisation makes, together they have ten times that. All processes count together.
 */
export function createCallerLimiter(limit: RateLimit, store: Pick<Store, 'scratch'>): CallerLimiter {
  const { requests, seconds } = limit
  const whole = requests * organisationFactor
  const lender = createLender(store)
  const callers = createBudget(limit, lender)
  const organisations = createBudget({ requests: whole, seconds }, lender)
  const policy = `"default";q=${requests};w=${seconds}, "organisation";q=${whole};w=${seconds}`

  const headersOf = (own: Standing, all: Standing | undefined): LimitHeaders => ({
    ratelimit: all ? `${item('default', own)}, ${item('organisation', all)}` : item('default', own),
    'ratelimit-policy': policy,
  })

  const refusal = (most: number, who: string, { seconds: wait }: Standing, headers: LimitHeaders) =>
    new CatalogError(
      'rate_limited',
      `More than ${most} requests in ${seconds} seconds by one ${who}. Go on in ${wait} s.`,
      { headers: { ...headers, 'retry-after': String(wait) } },
    )

  const settle = (own: Standing, all: Standing): LimitHeaders => {
    const headers = headersOf(own, all)
    if (all.isWithin) return headers
    throw refusal(whole, 'organisation', all, headers)
  }

  const counted = (own: Standing, organisation: string): MaybePromise<LimitHeaders> => {
    // Before the organisation pays for it: one who goes too far must not use up what the others have.
    if (!own.isWithin) throw refusal(requests, 'person or key', own, headersOf(own, undefined))
    return andThen(organisations.spend(organisation), (all) => settle(own, all))
  }

  return ({ organisation: { id }, actor, credential }) => {
    const organisation = `organisation ${id}`
    organisations.prepare(organisation)
    const spent = callers.spend(`caller ${id} ${actor.id ?? credential.id}`)
    return andThen(spent, (own) => counted(own, organisation))
  }
}

const item = (name: string, { left, seconds }: Standing): string => `"${name}";r=${left};t=${seconds}`
