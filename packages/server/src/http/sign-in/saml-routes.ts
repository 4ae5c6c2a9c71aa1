import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../services/context.ts'
import type { Federation } from '../../services/federation/federation.ts'
import { browserSecret } from '../../services/federation/flows.ts'
import type { Addresses } from '../addresses.ts'
import type { Answer } from '../answer.ts'
import { formOf, useForms } from '../form-bodies.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { send } from '../router.ts'
import { flowCookie, flowIn, sessionCookie } from './cookie.ts'
import { inSessionBy, returnFor } from './in-session-requests.ts'
import type { RouteHandler } from './on-signed-in.ts'
import { firstOf, idOf, refusedAnswer } from './provider-requests.ts'
import { visitorOf } from './visitor.ts'

interface Options {
  readonly federation: Federation
  readonly now: () => Date
  /** Who is signed in. */
  callerOf(request: FastifyRequest): Promise<Caller>
}

/** A whole company may be behind one address when its working day begins. */
const limit = { requests: 1_200, seconds: 60 } as const
/** A message of 256 kB, in Base64, in a form. */
const maxFormBytes = 512 * 1024

/**
 * Where people leave for a SAML provider, and where the provider sends them back with a form. Forms come from the
 * provider's own site, without cookies and with its origin: signatures say who sent them.
 */
export function useSaml(
  app: FastifyInstance,
  addresses: Addresses<RouteHandler>,
  { federation, now, callerOf }: Options,
): void {
  const count = createRateLimiter(limit, () => now().getTime())

  const reply = (request: FastifyRequest, to: FastifyReply, answer: Answer): FastifyReply =>
    send(request, to, {
      ...answer,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...answer.headers },
    })

  addresses.add(['GET', 'HEAD'], '/auth/saml/:providerId/start', async (request, to) => {
    count(visitorOf(request).address)
    const { reauthenticate } = firstOf(request)
    const browser = browserSecret(flowIn(request))
    const inSession = await inSessionBy(request, { now, callerOf })
    const returnTo = returnFor(request, inSession)
    const start = { browser, returnTo, isAgain: reauthenticate === '1', inSession }
    const cookie = { 'set-cookie': flowCookie(request, browser) }
    const answer = await federation
      .startSaml(idOf(request), start)
      .then((departure): Answer => {
        if ('location' in departure)
          return { status: 302, headers: { ...cookie, location: departure.location } }
        const { html, policy } = departure
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
        return { status: 200, body: html, headers: { ...cookie, ...headers } }
      })
      .catch((error: unknown) => refusedAnswer(error, inSession && { ...inSession, returnTo }))
    return reply(request, to, answer)
  })

  addresses.add(['GET'], '/auth/saml/:providerId/finish', async (request, to) => {
    count(visitorOf(request).address)
    const coming = {
      handle: firstOf(request).handle,
      browser: flowIn(request),
      visitor: visitorOf(request),
    }
    const answer = await federation
      .finishSaml(idOf(request), coming)
      .then(({ opened, returnTo: location }): Answer => {
        if (!opened) return { status: 303, headers: { location } }
        const cookie = sessionCookie(request, opened)
        return { status: 303, headers: { location, 'set-cookie': cookie } }
      })
      .catch((error: unknown) => refusedAnswer(error))
    return reply(request, to, answer)
  })

  addresses.add(['GET', 'HEAD'], '/auth/saml/:providerId/metadata', async (request, to) => {
    count(visitorOf(request).address)
    const metadata = await federation.samlMetadata(idOf(request))
    const headers = { 'content-type': 'application/samlmetadata+xml; charset=utf-8' }
    return reply(
      request,
      to,
      metadata === undefined ? { status: 404 } : { status: 200, body: metadata, headers },
    )
  })

  /**
   * Whoever has signed out there sees the provider's page next, or else our sign-in page. The cookie stays: if it was
   * meant, its session has ended, and anyone can send a browser here with a message that ends nothing.
   */
  const signedOut = (ended: Promise<string | undefined>): Promise<Answer> =>
    ended
      .then((location = '/sign-in'): Answer => ({ status: 303, headers: { location } }))
      .catch((error: unknown) => refusedAnswer(error))

  addresses.add(['GET', 'HEAD'], '/auth/saml/:providerId/slo', async (request, to) => {
    count(visitorOf(request).address)
    const query = request.url.split('?', 2)[1] ?? ''
    const ended = federation.receiveSignOut(idOf(request), { query })
    return reply(request, to, await signedOut(ended))
  })

  useForms(app, (inner) => {
    const options = { bodyLimit: maxFormBytes }

    inner.post('/auth/saml/:providerId/acs', options, async (request, to) => {
      count(visitorOf(request).address)
      const form = formOf(request)
      const sent = { response: form.get('SAMLResponse') ?? '', relayState: form.get('RelayState') }
      const answer = await federation
        .receiveSaml(idOf(request), sent)
        .then(({ handle, browser }): Answer => {
          const location = `/auth/saml/${idOf(request)}/finish?handle=${handle}`
          const cookie = browser === undefined ? {} : { 'set-cookie': flowCookie(request, browser) }
          return { status: 303, headers: { ...cookie, location } }
        })
        .catch((error: unknown) => refusedAnswer(error))
      return reply(request, to, answer)
    })

    inner.post('/auth/saml/:providerId/slo', options, async (request, to) => {
      count(visitorOf(request).address)
      const form = formOf(request)
      const ended = federation.receiveSignOut(idOf(request), {
        request: form.get('SAMLRequest'),
        response: form.get('SAMLResponse'),
        relayState: form.get('RelayState'),
      })
      return reply(request, to, await signedOut(ended))
    })
  })
}
