import { kinds } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { type DomainPlace, isVerifiedElsewhere } from '../../store/queries/sso-domains.ts'
import type { StoredRecord } from '../../store/table.ts'
import { notFound } from '../context.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type SsoDomain, unverified } from './challenge.ts'
import { after, afterCheck, firstCheckAfter, gracePeriodMs } from './after-check.ts'
import { mailLink, withoutLink } from './mail-proof.ts'
import type { DomainProofs, Finding } from './proofs.ts'
import { rulesChanged } from './rules-changed.ts'

export interface Checker {
  readonly store: Store
  readonly proofs: Pick<DomainProofs, 'look'>
  readonly now: () => Date
  readonly actor: Actor
  readonly isAsked: boolean
  /** For domains that are proved by mail. */
  readonly outbox?: Outbox | undefined
}

/** Looks for a domain's proof and stores the result. */
export async function checkDomain(checker: Checker, place: DomainPlace): Promise<StoredRecord> {
  const domain = await challenged(checker, place)
  if (domain.verificationMethod === 'email_link')
    return write(checker, place, (change) => askByMail(change, domain, checker))
  return keepResult(checker, place, domain, await checker.proofs.look(domain))
}

/** Stores what was found out about a domain. */
export async function keepResult(
  checker: Omit<Checker, 'proofs'>,
  place: DomainPlace,
  domain: SsoDomain,
  finding: Finding,
): Promise<StoredRecord> {
  const { store } = checker
  const keep = () => write(checker, place, (change) => keepFinding(change, domain, finding, checker))
  return keep().catch(async (error: unknown) => {
    // If two organisations verify it at the same moment, the store accepts only one: check which.
    if (finding.outcome !== 'found') throw error
    if (!(await store.run(isVerifiedElsewhere, domain.normalizedDomain, place.partitionId))) throw error
    return keep()
  })
}

const write = <T>(
  { store, now, actor }: Pick<Checker, 'store' | 'now' | 'actor'>,
  { partitionId }: DomainPlace,
  run: (change: Change) => Promise<T>,
): Promise<T> => store.write({ partitionId, actor, now }, run)

/** The domain with its challenge, which is created now for a domain from before there were checks. */
async function challenged(checker: Checker, place: DomainPlace): Promise<SsoDomain> {
  const { partitionId, domainId } = place
  const stored = await checker.store.records(partitionId).find(kinds.ssoDomain, domainId)
  if (!stored) throw notFound(kinds.ssoDomain, domainId)
  const domain = stored.record as SsoDomain
  if (domain.verificationValue !== null || domain.verificationMethod === 'email_link') return domain
  return write(checker, place, async (change) => {
    const current = await storedNow(change, domainId)
    const known = current.record as SsoDomain
    if (known.verificationValue !== null) return known
    const { at } = change
    const state = unverified(known.normalizedDomain, known.verificationMethod, {
      at,
      firstCheckAt: firstCheckAfter(at),
    })
    return (await change.derive(kinds.ssoDomain, current, { ...known, ...state })).record as SsoDomain
  })
}

async function storedNow(change: Change, id: string): Promise<StoredRecord> {
  const stored = await change.find(kinds.ssoDomain, id)
  if (!stored) throw notFound(kinds.ssoDomain, id)
  return stored
}

async function keepFinding(
  change: Change,
  looked: SsoDomain,
  finding: Finding,
  { isAsked }: Pick<Checker, 'isAsked'>,
): Promise<StoredRecord> {
  const stored = await storedNow(change, looked.id)
  const domain = stored.record as SsoDomain
  // The expected value has changed meanwhile, so the finding is outdated.
  if (domain.verificationValue !== looked.verificationValue || domain.linkDigest !== looked.linkDigest)
    return stored
  // Another process has made this check: a miss must not be counted twice.
  if (!isAsked && domain.nextCheckAt !== looked.nextCheckAt) return stored
  const { at, partitionId } = change
  const isTaken =
    finding.outcome === 'found' &&
    (await change.run(isVerifiedElsewhere, domain.normalizedDomain, partitionId))
  return keepState(change, stored, afterCheck(domain, finding, { at, isTaken, isAsked }))
}

/** Sends another link if somebody asks for one; else only time may have changed something. */
async function askByMail(
  change: Change,
  looked: SsoDomain,
  { isAsked, outbox }: Checker,
): Promise<StoredRecord> {
  const stored = await storedNow(change, looked.id)
  const domain = stored.record as SsoDomain
  // Another process has been here.
  if (!isAsked && domain.nextCheckAt !== looked.nextCheckAt) return stored
  const { at } = change
  if (!isAsked)
    return keepState(change, stored, {
      lastCheckedAt: at,
      ...(await withoutLink(change, outbox, domain)),
    })
  const link = await mailLink(change, outbox, domain)
  const hasEnded = domain.verificationStatus === 'failed' || domain.verificationStatus === 'expired'
  const anew = {
    verificationStatus: 'pending',
    challengedAt: at,
    nextCheckAt: after(at, gracePeriodMs),
  } as const
  return keepState(change, stored, { lastCheckedAt: at, ...link, ...(hasEnded && anew) })
}

async function keepState(
  change: Change,
  stored: StoredRecord,
  state: Partial<SsoDomain>,
): Promise<StoredRecord> {
  const domain = stored.record as SsoDomain
  const next = { ...domain, ...state }
  const { at } = change
  const { verificationStatus: before } = domain
  const { verificationStatus: now } = next
  if (now === before) return change.derive(kinds.ssoDomain, stored, next)
  const kept = await change.derive(kinds.ssoDomain, stored, { ...next, updatedAt: at })
  rulesChanged(change)
  await change.log(
    'sso_domain.status_changed',
    { kind: kinds.ssoDomain.name, id: domain.id },
    { verificationStatus: before },
    { verificationStatus: now },
  )
  return kept
}
