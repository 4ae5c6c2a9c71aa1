import type { SsoDomain } from './challenge.ts'
import type { Finding } from './proofs.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** People publish the value soon after adding a domain, or much later. */
const minWaitMs = 5 * minuteMs
const maxWaitMs = 12 * hourMs
export const gracePeriodMs = 30 * dayMs
/** A mailbox is not looked at again by itself, as the DNS is: somebody opens a new link every year. */
export const mailProofMs = 365 * dayMs
/** That long before, a new link is sent. */
export const mailReminderMs = 30 * dayMs
/** One or two mistakes of whoever runs the DNS do not lock an organisation out. */
const allowedMisses = 3

export interface CheckContext {
  readonly at: string
  /** Whether another organisation has verified the same domain. */
  readonly isTaken: boolean
  /** Whether somebody requested this check: then a missing value does not count as a miss. */
  readonly isAsked: boolean
}

/** The state of a domain after a check. */
export function afterCheck(domain: SsoDomain, finding: Finding, context: CheckContext): Partial<SsoDomain> {
  const { at, isTaken } = context
  const seen = { lastCheckedAt: at, verificationMessage: finding.message }
  if (finding.outcome !== 'found') {
    return {
      ...seen,
      ...(domain.verificationStatus === 'verified'
        ? goneFrom(domain, finding, context)
        : stillWithout(domain, finding, at)),
    }
  }
  if (isTaken)
    return {
      ...seen,
      ...stillWithout(domain, finding, at),
      verificationStatus: 'conflict',
      verifiedAt: null,
      verificationMessage: `The value is there, but another organisation has verified ${domain.normalizedDomain}.`,
    }
  return {
    ...seen,
    verificationStatus: 'verified',
    verifiedAt: domain.verificationStatus === 'verified' ? domain.verifiedAt : at,
    provenAt: at,
    missedChecks: 0,
    linkDigest: null,
    linkEndsAt: null,
    nextCheckAt: after(at, domain.verificationMethod === 'email_link' ? mailProofMs - mailReminderMs : dayMs),
  }
}

function goneFrom(
  { missedChecks, provenAt, verifiedAt }: SsoDomain,
  { outcome }: Finding,
  { at, isAsked }: CheckContext,
): Partial<SsoDomain> {
  const misses = outcome === 'missing' && !isAsked ? missedChecks + 1 : missedChecks
  const isForgotten = msBetween(provenAt ?? verifiedAt ?? at, at) > gracePeriodMs
  if (misses >= allowedMisses || isForgotten)
    return { verificationStatus: 'expired', verifiedAt: null, missedChecks: misses, nextCheckAt: null }
  return { missedChecks: misses, nextCheckAt: after(at, outcome === 'missing' ? dayMs : hourMs) }
}

function stillWithout(
  { verificationStatus: status, challengedAt }: SsoDomain,
  { outcome }: Finding,
  at: string,
): Partial<SsoDomain> {
  if (status === 'failed' || status === 'expired') return { nextCheckAt: null }
  const ageMs = msBetween(challengedAt ?? at, at)
  if (ageMs >= gracePeriodMs) return { verificationStatus: 'failed', nextCheckAt: null }
  const waitMs = Math.min(Math.max(ageMs / 4, minWaitMs), maxWaitMs)
  return {
    verificationStatus: outcome === 'missing' ? 'pending' : status,
    nextCheckAt: after(at, waitMs),
  }
}

const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from)

export const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

export const firstCheckAfter = (at: string): string => after(at, minuteMs)
