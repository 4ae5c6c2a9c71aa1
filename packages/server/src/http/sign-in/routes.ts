import { CatalogError, kinds, shown } from '@svc/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeTo } from '../../services/context.ts'
import { requireLive } from '../../services/identity/live-only.ts'
import { changePassword } from '../../services/sign-in/change-password.ts'
import { createSignInService, type Entry } from '../../services/sign-in/sign-in-service.ts'
import { readLink } from '../../services/sign-in/links.ts'
import { renameSelf } from '../../services/sign-in/members.ts'
import { currentSession, endSessions, ownSessions } from '../../services/sign-in/own-sessions.ts'
import { createResetRequests } from '../../services/sign-in/reset-requests.ts'
import { createRefusals } from '../../services/sign-in/refusals.ts'
import { createThrottle } from '../../services/sign-in/throttle.ts'
import { readWaysIn } from '../../services/sign-in/ways-in.ts'
import type { Membership } from '../../store/queries/sign-in.ts'
import { createAddresses } from '../addresses.ts'
import { type Answer, json, noContent } from '../answer.ts'
import { refuseForgery, sessionOf } from '../credential.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { send } from '../router.ts'
import { serveAddresses } from '../serve-addresses.ts'
import { checkBody } from '../validation.ts'
import { bodies } from './bodies.ts'
import { deviceCookie, noCookie, sessionCookie } from './cookie.ts'
import { useFactors } from './factor-routes.ts'
import { useIdentities } from './identity-routes.ts'
import { useOidc } from './oidc-routes.ts'
import { useProgramDecisions } from './program-routes.ts'
import type { OnAnyone, OnSignedIn, RouteHandler, SignInOptions } from './on-signed-in.ts'
import { useOrganisation } from './organisation-routes.ts'
import { useSaml } from './saml-routes.ts'
import { visitorOf } from './visitor.ts'

/**
 * Enough for people who mistype their address, and for an office behind one IP; too few to probe long lists
 * of domains.
 */
const waysInLimit = { requests: 60, seconds: 60 } as const

/**
 * How people sign in, and what only they may do, not a token: the console's own addresses, next to the API.
 */
export function useSignIn(app: FastifyInstance, options: SignInOptions): void {
  const { store, now, log, authenticator, limiter, metrics, federation, mail, factorSealer: sealer } = options
  const throttle = createThrottle(store, now)
  const refusals = createRefusals(store, now)
  app.addHook('onClose', () => refusals.close())
  const resets = createResetRequests({ store, throttle, now, log, outbox: mail.outbox })
  app.addHook('onClose', () => resets.close())
  const onRefused = (members: readonly Pick<Membership, 'homeId' | 'userId'>[]): void => {
    metrics.noteRefusedSignIn(members.length > 0 ? 'member' : 'unknown')
    refusals.note(members)
  }
  const signIns = createSignInService({ store, throttle, now, sealer, onRefused })

  const countWaysIn = createRateLimiter(waysInLimit, () => now().getTime())

  const callerOf = async (request: FastifyRequest) => {
    const bearer = sessionOf(request)
    const { caller } = await authenticator.authenticate(bearer)
    request.known = { caller, bearer, limit: await limiter?.(caller) }
    return caller
  }

  const callerToEnrol = async (request: FastifyRequest) => {
    const bearer = sessionOf(request)
    const caller = await authenticator.authenticateToEnrol(bearer)
    request.known = { caller, bearer, limit: await limiter?.(caller) }
    return caller
  }

  const addresses = createAddresses<RouteHandler>()

  const on: OnAnyone = (method, path, body, handle) =>
    addresses.add(method === 'GET' ? ['GET', 'HEAD'] : [method], `/auth${path}`, async (request, reply) => {
      refuseForgery(request)
      if (body) await checkBody(bodies[body], request.body)
      const answer = await handle(request as Parameters<typeof handle>[0])
      // Some answers contain secrets that are shown only once.
      return send(request, reply, {
        ...answer,
        headers: { 'cache-control': 'no-store', ...answer.headers },
      })
    })

  /** The same for people who are signed in. */
  const onSignedIn: OnSignedIn = (method, path, body, handle) =>
    on(method, path, body, async (request) => handle(request, await callerOf(request)))

  /** The same, and also for people who still have to add a second factor. */
  const onEnrolling: OnSignedIn = (method, path, body, handle) =>
    on(method, path, body, async (request) => handle(request, await callerToEnrol(request)))

  const opened = (request: FastifyRequest, { device, ...entry }: Entry, value: unknown): Answer => {
    const cookies = [
      sessionCookie(request, entry),
      ...(device === undefined ? [] : [deviceCookie(request, device)]),
    ]
    return json(200, value, { headers: { 'set-cookie': cookies } })
  }

  on('POST', '/sign-in', 'signIn', async (request) => {
    const made = await signIns.signIn(request.body, visitorOf(request))
    if ('secret' in made) return opened(request, made, { signedIn: true })
    return json(200, made)
  })

  on('POST', '/ways-in', 'waysIn', async (request) => {
    // By the same network as password guesses: visitors behind a trusted proxy are still told apart.
    const headers = countWaysIn(visitorOf(request).address)
    const { domain } = request.body
    const ways = await readWaysIn(store, domain)
    return json(200, { ...ways, resetByMail: mail.outbox.isOn }, { headers })
  })

  on('POST', '/reset', 'reset', async (request) => {
    await resets.ask(request.body.email, visitorOf(request).address)
    return json(202, {})
  })

  on('POST', '/links/read', 'readLink', async (request) => {
    const { purpose, user, organisation } = await readLink(store, request.body.link, now())
    return json(200, {
      purpose,
      email: user.email,
      displayName: user.displayName,
      organisationName: organisation.name,
    })
  })

  on('POST', '/links/use', 'enter', async (request) => {
    const { link, ...given } = request.body
    const { opened: made, token } = await signIns.enter(link, given, visitorOf(request))
    return 'secret' in made ? opened(request, made, { token }) : json(200, { ...made, token })
  })

  onEnrolling('POST', '/sign-out', 'signOut', async (request, caller) => {
    const { everywhere, revokeTokens } = request.body
    const current = caller.credential.id
    const session = await currentSession(store, caller)
    const only = everywhere ? undefined : current
    const { tokensLeft } = await endSessions(store, caller, { only, revokeTokens })
    const endSessionUrl = session && (await federation.endSessionUrl(session))
    return json(
      200,
      { tokensLeft, ...(endSessionUrl && { endSessionUrl }) },
      { headers: { 'set-cookie': noCookie(request) } },
    )
  })

  onEnrolling('GET', '/session', null, async (_, caller) => {
    const { organisation, role, scopes, actor, credential } = caller
    const stored = await store.records(organisation.home).find(kinds.user, actor.id ?? '')
    return json(200, {
      user: stored && shown(kinds.user, stored.record),
      organisation: { id: organisation.id, name: organisation.name },
      role,
      scopes,
      sessionId: credential.id,
      mustAddFactor: credential.mustEnrol === true,
    })
  })

  onSignedIn('GET', '/sessions', null, async (_, caller) =>
    json(200, { sessions: await ownSessions(store, caller, now()) }),
  )

  onSignedIn('DELETE', '/sessions/:id', null, async (request, caller) => {
    const { id } = request.params as { readonly id: string }
    if ((await endSessions(store, caller, { only: id })).ended === 0)
      throw new CatalogError('not_found', `You have no session ${JSON.stringify(id)}.`)
    return noContent
  })

  onSignedIn('POST', '/password', 'password', async (request, caller) => {
    const who = {
      homeId: caller.organisation.home,
      organisationName: caller.organisation.name,
      userId: caller.actor.id ?? '',
      sessionId: caller.credential.id,
    }
    const { device, tokensLeft } = await changePassword({ store, throttle, now }, who, request.body)
    return json(200, { tokensLeft }, { headers: { 'set-cookie': deviceCookie(request, device) } })
  })

  onSignedIn('PATCH', '/profile', 'profile', async (request, caller) => {
    requireLive(caller)
    const { displayName } = request.body
    const user = await writeTo({ store, caller, now }, kinds.user, (change) =>
      renameSelf(change, caller, displayName),
    )
    return json(200, shown(kinds.user, user))
  })

  useOrganisation(onSignedIn, options)
  useProgramDecisions(onSignedIn, { ...options, throttle })
  useIdentities(onSignedIn, options)
  useOidc(app, addresses, { federation, now, callerOf })
  useSaml(app, addresses, { federation, now, callerOf })
  useFactors({ on, onEnrolling, opened }, { ...options, throttle, signIns })
  serveAddresses(app, addresses, {
    url: '/auth/*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    handle: (handler, request, reply) => handler(request, reply),
  })
}
