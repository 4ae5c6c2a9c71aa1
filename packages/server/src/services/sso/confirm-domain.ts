import { CatalogError, invalid, kinds } from '@svc/model'
import type { DomainPlace } from '../../store/queries/sso-domains.ts'
import type { StoredRecord } from '../../store/table.ts'
import { notFound } from '../context.ts'
import { mailboxOf, type SsoDomain } from './challenge.ts'
import { type Checker, keepResult } from './check-domain.ts'
import { isOpenLink } from './mail-proof.ts'

/** Takes the secret of the link that was mailed as the proof of a domain. */
export async function confirmDomain(
  asked: Omit<Checker, 'proofs' | 'isAsked'>,
  place: DomainPlace,
  link = '',
): Promise<StoredRecord> {
  const stored = await asked.store.records(place.partitionId).find(kinds.ssoDomain, place.domainId)
  if (!stored) throw notFound(kinds.ssoDomain, place.domainId)
  const domain = stored.record as SsoDomain
  if (domain.verificationMethod !== 'email_link')
    throw new CatalogError(
      'invalid_request',
      `${domain.normalizedDomain} is verified by ${domain.verificationMethod}, not by a link.`,
    )
  if (!isOpenLink(domain, link, asked.now().toISOString()))
    throw invalid('link', 'has been used or replaced, or has expired. Check the domain again to get another')
  const message = `The link that was sent to ${mailboxOf(domain.normalizedDomain)} was opened.`
  return keepResult({ ...asked, isAsked: true }, place, domain, { outcome: 'found', message })
}
