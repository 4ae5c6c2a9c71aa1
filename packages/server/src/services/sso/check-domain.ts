import { kinds } from '@svc/model'
import type { Actor } from '../../store/event.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { type DomainPlace, isVerifiedElsewhere } from '../../store/queries/sso-domains.ts'
import type { Held } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { type SsoDomain, unverified } from './challenge.ts'
import { courseOf, firstCheckAfter } from './course.ts'
import type { DomainProofs, Finding } from './proofs.ts'

export interface Checker {
  readonly store: Store
  readonly proofs: Pick<DomainProofs, 'look'>
  readonly now: () => Date
  readonly actor: Actor
  readonly isAsked: boolean
}

/** Looks for a domain's proof and keeps what was found. */
export async function checkDomain(checker: Checker, place: DomainPlace): Promise<Held> {
  const { store, proofs } = checker
  const domain = await challenged(checker, place)
  const finding = await proofs.look(domain)
  const keep = () => write(checker, place, (change) => keepFinding(change, domain, finding, checker))
  return keep().catch(async (error: unknown) => {
    // Where two organisations verify it at the same moment, the store takes only one: look again who it was.
    if (finding.outcome !== 'found') throw error
    if (!(await store.run(isVerifiedElsewhere, domain.normalizedDomain, place.partitionId))) throw error
    return keep()
  })
}

const write = <T>(
  { store, now, actor }: Checker,
  { partitionId }: DomainPlace,
  run: (change: Change) => Promise<T>,
): Promise<T> => store.write({ partitionId, actor, now }, run)

/** The domain with what it must publish, which one from before there were checks is given now. */
async function challenged(checker: Checker, place: DomainPlace): Promise<SsoDomain> {
  const { partitionId, domainId } = place
  const held = await checker.store.records(partitionId).find(kinds.ssoDomain, domainId)
  if (!held) throw notFound(kinds.ssoDomain, domainId)
  const domain = held.record as SsoDomain
  if (domain.verificationValue !== null) return domain
  return write(checker, place, async (change) => {
    const current = await heldNow(change, domainId)
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

async function heldNow(change: Change, id: string): Promise<Held> {
  const held = await change.find(kinds.ssoDomain, id)
  if (!held) throw notFound(kinds.ssoDomain, id)
  return held
}

async function keepFinding(
  change: Change,
  looked: SsoDomain,
  finding: Finding,
  { isAsked }: Checker,
): Promise<Held> {
  const held = await heldNow(change, looked.id)
  const domain = held.record as SsoDomain
  // Something else is asked for by now, which was not looked for.
  if (domain.verificationValue !== looked.verificationValue) return held
  // Another process has made this check: a miss that two have seen is one.
  if (!isAsked && domain.nextCheckAt !== looked.nextCheckAt) return held
  const { at, partitionId } = change
  const isTaken =
    finding.outcome === 'found' &&
    (await change.run(isVerifiedElsewhere, domain.normalizedDomain, partitionId))
  const next = { ...domain, ...courseOf(domain, finding, { at, isTaken, isAsked }) }
  const { verificationStatus: before } = domain
  const { verificationStatus: now } = next
  if (now === before) return change.derive(kinds.ssoDomain, held, next)
  const kept = await change.derive(kinds.ssoDomain, held, { ...next, updatedAt: at })
  await change.log(
    'sso_domain.status_changed',
    { kind: kinds.ssoDomain.name, id: domain.id },
    { verificationStatus: before },
    { verificationStatus: now },
  )
  return kept
}
