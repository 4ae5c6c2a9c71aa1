import { type Kinds, kinds, type Stored } from '@svc/model'
import { organisationIdOf } from '../../store/partition-id.ts'
import type { Store } from '../../store/open.ts'
import type { QueuedMail } from '../../store/queries/mails.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { isOpenLink } from '../sso/mail-proof.ts'
import { type Letter, letterFor } from './letters.ts'
import { stillWanted } from './wanted.ts'

interface Given {
  readonly secret: string
  /** Where svc is reached. */
  readonly site: string
  readonly now: Date
}

/** What to send; undefined if nobody wants it any more. Links end in their secret, which no server or log sees after a #. */
export const compose = (store: Store, mail: QueuedMail, given: Given): Promise<Letter | undefined> =>
  mail.purpose === 'domain' ? aboutDomain(store, mail, given) : toMember(store, mail, given)

async function toMember(
  store: Store,
  mail: QueuedMail,
  { secret, site, now }: Given,
): Promise<Letter | undefined> {
  const wanted = await stillWanted(store, mail, { secret, now })
  return (
    wanted &&
    letterFor(mail.purpose, {
      organisation: wanted.organisation.name,
      person: wanted.user.displayName,
      link: `${site}/join#${secret}`,
      site,
      expiresAt: wanted.expiresAt,
    })
  )
}

/** The domain may be deleted since, or be proved in another way, or there is a newer link. */
async function aboutDomain(
  store: Store,
  { homeId, subjectId, purpose }: QueuedMail,
  { secret, site, now }: Given,
): Promise<Letter | undefined> {
  const stored = await store.records(homeId).find(kinds.ssoDomain, subjectId)
  const domain = stored?.record as Stored<Kinds['ssoDomain']> | undefined
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  if (!domain || !organisation || !isOpenLink(domain, secret, now.toISOString())) return undefined
  return letterFor(purpose, {
    organisation: organisation.name,
    person: null,
    domain: domain.normalizedDomain,
    link: `${site}/settings/sso#${subjectId}.${secret}`,
    site,
    expiresAt: domain.linkEndsAt ?? '',
  })
}
