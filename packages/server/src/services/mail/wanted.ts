import { CatalogError } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { QueuedMail } from '../../store/queries/mails.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { lowered } from '../identity/email.ts'
import { type OpenLink, readLink } from '../sign-in/links.ts'
import { decidingDomain, doorFor } from '../sso/enforcement.ts'

/**
 * The link in a mail to a member, if it should still be sent: it may have been used or replaced since, its reader
 * deactivated, renamed or told to use an identity provider.
 */
export async function stillWanted(
  store: Store,
  { homeId, recipient, subjectId }: QueuedMail,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<OpenLink | undefined> {
  const link = await readLink(store, secret, now).catch((error: unknown) => {
    if (error instanceof CatalogError) return undefined
    throw error
  })
  if (!link || link.homeId !== homeId || link.userId !== subjectId) return undefined
  if (lowered(link.user.email ?? '') !== lowered(recipient)) return undefined
  const policy = await store.run(policyFor, homeId, decidingDomain(recipient))
  return doorFor(policy, subjectId) === 'closed' ? undefined : link
}
