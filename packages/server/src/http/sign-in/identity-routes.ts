import { CatalogError, kinds } from '@svc/model'
import type { FastifyRequest } from 'fastify'
import { requireScope, writeTo } from '../../services/context.ts'
import { browserSecret } from '../../services/federation/flows.ts'
import { inSessionOf } from '../../services/federation/in-session.ts'
import { Refused } from '../../services/federation/refused.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import { identitiesOfMember, linkableProviders, unlinkIdentity } from '../../services/sign-in/identities.ts'
import { requireRecentSignIn } from '../../services/sign-in/step-up.ts'
import { json, noContent } from '../answer.ts'
import { prefixOf } from '../place/place.ts'
import { flowCookie, flowIn } from './cookie.ts'
import { accountPage } from './in-session-requests.ts'
import type { OnSignedIn, SignInOptions } from './on-signed-in.ts'

const linkAddress = (request: FastifyRequest, providerId: string): string =>
  `${prefixOf(request)}/auth/saml/${encodeURIComponent(providerId)}/start?link=1`

/** Who people are at identity providers: what they link themselves, and what admins see and try. */
export function useIdentities(onSignedIn: OnSignedIn, { store, now, federation }: SignInOptions): void {
  onSignedIn('GET', '/identities', null, async (_, caller) => {
    const identities = await identitiesOfMember(store, caller, caller.actor.id ?? '')
    return json(200, { identities, linkable: await linkableProviders(store, caller, identities) })
  })

  onSignedIn('POST', '/identities', 'identity', async (request, caller) => {
    requireLive(caller)
    requireRecentSignIn(caller, now())
    const browser = browserSecret(flowIn(request))
    const inSession = inSessionOf(caller, 'link')
    const { providerId } = request.body
    const location = await federation
      .startLink(providerId, { browser, returnTo: accountPage, inSession })
      .catch((error: unknown): never => {
        if (!(error instanceof Refused)) throw error
        throw new CatalogError('invalid_request', error.message, { cause: error })
      })
    return json(
      200,
      // A form has to be sent by a page of its own.
      { location: location ?? linkAddress(request, providerId) },
      { headers: { 'set-cookie': flowCookie(request, browser) } },
    )
  })

  onSignedIn('DELETE', '/identities/:providerId', null, async (request, caller) => {
    requireLive(caller)
    requireRecentSignIn(caller, now())
    const { providerId } = request.params as { readonly providerId: string }
    await writeTo({ store, caller, now }, kinds.user, (change) => unlinkIdentity(change, caller, providerId))
    return noContent
  })

  onSignedIn('GET', '/members/:id/identities', null, async (request, caller) => {
    requireScope(caller, 'admin')
    const { id } = request.params as { readonly id: string }
    return json(200, { identities: await identitiesOfMember(store, caller, id) })
  })

  for (const protocol of ['oidc', 'saml'])
    onSignedIn('GET', `/${protocol}/:providerId/trial`, null, async (request, caller) => {
      requireScope(caller, 'admin')
      const { providerId } = request.params as { readonly providerId: string }
      const trial = await federation.lastTrial(providerId, inSessionOf(caller, 'trial'))
      return json(200, { trial: trial ?? null })
    })
}
