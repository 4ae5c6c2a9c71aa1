import { hash, randomBytes } from 'node:crypto'
import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Access } from '../../store/access.ts'
import type { Store } from '../../store/open.ts'
import { findOrganisation, type Organisation } from '../../store/queries/organisations.ts'
import { organisationIdOf } from '../../store/partition-id.ts'
import { type EntryLink, findLink, insertLink, removeLink, replaceLink } from '../../store/queries/sign-in.ts'

type User = Stored<Kinds['user']>

const lifeMs = {
  setup: 7 * 86_400_000,
  invitation: 7 * 86_400_000,
  recovery: 86_400_000,
  reset: 3_600_000,
} as const satisfies Record<EntryLink['purpose'], number>

const pattern = /^svc_link_[0-9a-f]{48}$/
const digestOf = (secret: string): string => hash('sha256', secret)

/**
 * A one-time link for one person to choose a password. A new one for the same person invalidates it, except one that
 * somebody asked for: anybody can ask, and must not invalidate what an admin has handed over.
 */
export async function makeLink(
  access: Access,
  { homeId, userId, purpose, at }: Pick<EntryLink, 'homeId' | 'userId' | 'purpose'> & { readonly at: Date },
): Promise<{ readonly secret: string; readonly expiresAt: string }> {
  const secret = `svc_link_${randomBytes(24).toString('hex')}`
  const expiresAt = new Date(at.getTime() + lifeMs[purpose]).toISOString()
  await access.run(purpose === 'reset' ? insertLink : replaceLink, digestOf(secret), {
    homeId,
    userId,
    purpose,
    createdAt: at.toISOString(),
    expiresAt,
  })
  return { secret, expiresAt }
}

export interface OpenLink extends EntryLink {
  readonly user: User
  readonly organisation: Organisation
}

/** What a link is for; 404 for one that is unknown, used or expired. */
export async function readLink(store: Store, secret: string, now: Date): Promise<OpenLink> {
  const link = pattern.test(secret) ? await store.run(findLink, digestOf(secret)) : undefined
  if (!link || link.expiresAt <= now.toISOString()) throw ended()
  const organisation = await store.run(findOrganisation, organisationIdOf(link.homeId))
  const stored = await store.records(link.homeId).find(kinds.user, link.userId)
  const user = stored?.record as User | undefined
  if (!organisation || !user?.isActive) throw ended()
  return { ...link, user, organisation }
}

/** Whether it was still valid: of two concurrent uses of the same link, only one succeeds. */
export const useUpLink = async (access: Access, secret: string): Promise<boolean> =>
  (await access.run(removeLink, digestOf(secret))) > 0

const ended = (): CatalogError =>
  new CatalogError(
    'not_found',
    'This link has been used or has expired. Ask an admin of the organisation for a new one.',
  )
