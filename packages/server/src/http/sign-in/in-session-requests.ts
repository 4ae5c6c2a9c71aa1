import { CatalogError } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { type Caller, requireScope } from '../../services/context.ts'
import { type InSession, inSessionOf } from '../../services/federation/in-session.ts'
import { returnPath } from '../../services/federation/return-path.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import { withoutPrefix } from '../../services/public-url.ts'
import { requireRecentSignIn } from '../../services/sign-in/step-up.ts'
import { prefixOf } from '../place/place.ts'
import { firstOf } from './provider-requests.ts'

interface Options {
  readonly now: () => Date
  /** Who is signed in. */
  callerOf(request: FastifyRequest): Promise<Caller>
}

/** Where somebody is back when they have linked an identity. */
export const accountPage = '/settings/security'

/** What somebody who is signed in already goes to a provider for; undefined for a sign-in. */
export async function inSessionBy(
  request: FastifyRequest,
  { now, callerOf }: Options,
): Promise<InSession | undefined> {
  const { test, link } = firstOf(request)
  if (test !== '1' && link !== '1') return undefined
  const caller = await callerOf(request)
  if (test === '1') requireScope(caller, 'admin')
  else {
    requireLive(caller)
    requireRecentSignIn(caller, now())
  }
  refuseOtherSites(request)
  return inSessionOf(caller, test === '1' ? 'trial' : 'link')
}

/** Where they come back to: nobody names another page for who links an identity. */
export function returnFor(request: FastifyRequest, inSession: InSession | undefined): string {
  const { return: asked } = firstOf(request)
  if (inSession?.does === 'link') return accountPage
  return returnPath(asked && withoutPrefix(prefixOf(request), asked))
}

/** An address is opened by whoever names it, also on a page of somebody else. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new CatalogError('forbidden', 'This can only be done from the console.')
}
