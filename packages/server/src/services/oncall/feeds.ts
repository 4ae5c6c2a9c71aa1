import { randomBytes } from 'node:crypto'
import { CatalogError, type CreateInput, type Kinds, kinds, oncallFeedPrefix, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { findByDigest } from '../../store/queries/credentials.ts'
import { findOrganisation } from '../../store/queries/organisations.ts'
import { homeOf, modeOf, organisationIdOf } from '../../store/partition-id.ts'
import { type Context, notFound, systemCaller } from '../context.ts'
import { digestOf } from '../identity/secrets.ts'
import { checkPrecondition, createRecord, type Precondition } from '../records/records.ts'

type Feed = Stored<Kinds['oncallFeed']>

/** Where feeds are, below the address of svc. */
export const feedsPath = `/v1${kinds.oncallFeed.path}`

const pattern = new RegExp(`^${oncallFeedPrefix}[0-9a-f]{48}$`)

export async function createFeed(ctx: Context, change: Change, input: CreateInput<Kinds['oncallFeed']>) {
  const secret = `${oncallFeedPrefix}${randomBytes(24).toString('hex')}`
  const { actor } = ctx.caller
  const { record } = await createRecord(ctx, change, kinds.oncallFeed, input, {
    lastFour: secret.slice(-4),
    digest: digestOf(secret),
    createdBy: actor.type === 'user' ? actor.id : null,
  })
  return { record, url: `${ctx.publicUrl ?? ''}${feedsPath}/${secret}.ics` }
}

/** Admins revoke any feed, and people their own. */
export async function revokeFeed(
  { caller }: Context,
  change: Change,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const stored = await change.find(kinds.oncallFeed, id)
  if (!stored) throw notFound(kinds.oncallFeed, id)
  const isOwn = caller.actor.type === 'user' && caller.actor.id === stored.record.createdBy
  if (!isOwn && !caller.scopes.includes('admin'))
    throw new CatalogError('forbidden', 'Only an admin, or whoever created it, can revoke a feed.')
  checkPrecondition(change, stored, ifMatch)
  await change.remove(kinds.oncallFeed, stored)
}

/** The feed with a secret and a reader for what it shows; undefined if there is none, or nobody stands for it. */
export async function openFeed(
  store: Store,
  secret: string,
  now: () => Date,
): Promise<{ readonly feed: Feed; readonly ctx: Context } | undefined> {
  if (!pattern.test(secret)) return undefined
  const found = await store.run(findByDigest, kinds.oncallFeed, digestOf(secret))
  const mode = found && modeOf(found.homeId)
  if (!found || !mode) return undefined
  const organisation = await store.run(findOrganisation, organisationIdOf(found.homeId))
  if (!organisation) return undefined
  const feed = found.record as Feed
  if (feed.createdBy !== null) {
    const member = await store.records(homeOf(found.homeId)).find(kinds.user, feed.createdBy)
    if (member?.record.isActive !== true) return undefined
  }
  return { feed, ctx: { store, caller: systemCaller(organisation, mode), now } }
}
