import { hash, randomBytes } from 'node:crypto'
import { CatalogError, invalid, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { countMailsTo, type MailPurpose } from '../../store/queries/mails.ts'
import type { Outbox } from '../mail/outbox.ts'
import { after, dayMs, gracePeriodMs, mailProofMs, mailReminderMs } from './after-check.ts'
import { mailboxOf, type SsoDomain } from './challenge.ts'

const purpose: MailPurpose = 'domain'
const linkLifeMs = 7 * dayMs
/** Nobody's mailbox is filled. */
const maxLinksADay = 5

const linkDigestOf = (secret: string): string => hash('sha256', secret)

type Link = Pick<SsoDomain, 'linkDigest' | 'linkEndsAt' | 'verificationMessage'>

/** Mails a link that somebody has asked for, in place of those before. */
export async function mailLink(
  change: Change,
  outbox: Outbox | undefined,
  domain: Pick<SsoDomain, 'id' | 'normalizedDomain'>,
): Promise<Link> {
  if (!outbox?.isOn)
    throw invalid(
      'verificationMethod',
      'cannot be email_link: svc sends no mail here. Use dns_txt, dns_cname or http_meta',
    )
  const { partitionId: homeId, at } = change
  const recipient = mailboxOf(domain.normalizedDomain)
  if ((await change.run(countMailsTo, { homeId, purpose, recipient }, after(at, -dayMs))) >= maxLinksADay)
    throw new CatalogError(
      'rate_limited',
      `${maxLinksADay} links were sent to ${recipient} within a day: open the last one, or try again tomorrow.`,
      { headers: { 'retry-after': String(dayMs / 1_000) } },
    )
  const link = await newLink(change, outbox, domain)
  if (!link) throw new CatalogError('unavailable', 'The link cannot be stored until the master key is there.')
  return link
}

async function newLink(
  change: Change,
  outbox: Outbox,
  { id, normalizedDomain }: Pick<SsoDomain, 'id' | 'normalizedDomain'>,
): Promise<Link | undefined> {
  const recipient = mailboxOf(normalizedDomain)
  const secret = `svc_domain_${randomBytes(24).toString('hex')}`
  const expiresAt = after(change.at, linkLifeMs)
  if (!(await outbox.put(change, { purpose, recipient, subjectId: id, secret, expiresAt }))) return undefined
  return {
    linkDigest: linkDigestOf(secret),
    linkEndsAt: expiresAt,
    verificationMessage: `A link is sent to ${recipient}. An admin of this organisation must open it within 7 days.`,
  }
}

/** Whether it is the last link of a domain, and can still be opened. */
export const isOpenLink = ({ linkDigest, linkEndsAt }: SsoDomain, secret: string, at: string): boolean =>
  linkDigest === linkDigestOf(secret) && linkEndsAt !== null && linkEndsAt > at

/** The state of a domain for which nobody has opened a link since it was looked at last. */
export async function withoutLink(
  change: Change,
  outbox: Outbox | undefined,
  domain: SsoDomain,
): Promise<Partial<SsoDomain>> {
  const { at } = change
  const { normalizedDomain, verificationStatus, challengedAt, provenAt, verifiedAt } = domain
  if (verificationStatus !== 'verified') {
    const givenUpAt = after(challengedAt ?? at, gracePeriodMs)
    if (at < givenUpAt) return { nextCheckAt: givenUpAt }
    const verificationMessage = 'Nobody has opened a link within 30 days.'
    return { verificationStatus: 'failed', nextCheckAt: null, verificationMessage }
  }
  const endsAt = after(provenAt ?? verifiedAt ?? at, mailProofMs)
  const remindAt = after(endsAt, -mailReminderMs)
  if (at < remindAt) return { nextCheckAt: remindAt }
  if (at >= endsAt) {
    const verificationMessage = 'Nobody has opened a link for a year.'
    return { verificationStatus: 'expired', verifiedAt: null, nextCheckAt: null, verificationMessage }
  }
  const link = outbox?.isOn ? await newLink(change, outbox, domain) : undefined
  const how = link ? `the link that is sent to ${mailboxOf(normalizedDomain)}` : 'a new link'
  const verificationMessage = `Proofs by mail end after a year, this one on ${endsAt.slice(0, 10)}: open ${how} before.`
  return { ...link, verificationMessage, nextCheckAt: endsAt }
}

/** Says on the domain itself that its link has not arrived. */
export async function noteUndelivered(change: Change, domainId: string, error: string): Promise<void> {
  const stored = await change.find(kinds.ssoDomain, domainId)
  const domain = stored?.record as SsoDomain | undefined
  if (!stored || !domain || domain.linkDigest === null) return
  const verificationMessage = `The link could not be sent to ${mailboxOf(domain.normalizedDomain)}. ${error}`
  await change.derive(kinds.ssoDomain, stored, { ...domain, verificationMessage })
}
