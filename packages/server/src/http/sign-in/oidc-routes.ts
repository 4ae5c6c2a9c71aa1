import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Caller } from '../../services/context.ts'
import type { Federation } from '../../services/federation/federation.ts'
import { browserSecret } from '../../services/federation/flows.ts'
import { Refused } from '../../services/federation/refused.ts'
import type { Addresses } from '../addresses.ts'
import { type Answer, json } from '../answer.ts'
import { formOf, useForms } from '../form-bodies.ts'
import { oauthProblem } from '../oauth-problem.ts'
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
/** Logout tokens are small. */
const maxFormBytes = 64 * 1024
/** All that a provider is told of a logout token, whatever is wrong with it. */
const unacceptable = json(400, { error: 'invalid_request' })

/** Where people leave for an OpenID Connect provider and come back, and where it says that a session has ended. */
export function useOidc(
  app: FastifyInstance,
  addresses: Addresses<RouteHandler>,
  { federation, now, callerOf }: Options,
): void {
  const count = createRateLimiter(limit, () => now().getTime())

  const reply = (request: FastifyRequest, to: FastifyReply, answer: Answer): FastifyReply =>
    send(request, to, {
      ...answer,
      // The address contains what is used up by now, but is nobody else's business.
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...answer.headers },
    })

  addresses.add(['GET', 'HEAD'], '/auth/oidc/:providerId/start', async (request, to) => {
    count(visitorOf(request).address)
    const { login_hint: loginHint, reauthenticate } = firstOf(request)
    const browser = browserSecret(flowIn(request))
    const inSession = await inSessionBy(request, { now, callerOf })
    const returnTo = returnFor(request, inSession)
    const start = { browser, returnTo, loginHint, isAgain: reauthenticate === '1', inSession }
    const answer = await federation
      .startOidc(idOf(request), start)
      .then(
        ({ href }): Answer => ({
          status: 302,
          headers: { location: href, 'set-cookie': flowCookie(request, browser) },
        }),
      )
      .catch((error: unknown) => refusedAnswer(error, inSession && { ...inSession, returnTo }))
    return reply(request, to, answer)
  })

  addresses.add(['GET'], '/auth/oidc/:providerId/callback', async (request, to) => {
    count(visitorOf(request).address)
    const [, parameters = ''] = /\?(.*)/.exec(request.url) ?? []
    const query = new URLSearchParams(parameters)
    const callback = { query, browser: flowIn(request), visitor: visitorOf(request) }
    const answer = await federation
      .finishOidc(idOf(request), callback)
      .then(({ opened, returnTo: location }): Answer => {
        if (!opened) return { status: 303, headers: { location } }
        const cookie = sessionCookie(request, opened)
        return { status: 303, headers: { location, 'set-cookie': cookie } }
      })
      .catch((error: unknown) => refusedAnswer(error))
    return reply(request, to, answer)
  })

  useForms(app, (inner) => {
    /** A body that is no form, or too large, is answered as a token that is none. */
    const errorHandler: RouteShorthandOptions['errorHandler'] = (error, request, to) => {
      const answer = oauthProblem(error)
      if (!answer) throw error
      return reply(request, to, answer.status === 400 ? unacceptable : answer)
    }

    // From the provider's own server, so it has no cookie and no origin: its signature says who it is.
    inner.post(
      '/auth/oidc/:providerId/backchannel-logout',
      { bodyLimit: maxFormBytes, errorHandler },
      async (request, to) => {
        count(visitorOf(request).address)
        const token = formOf(request).get('logout_token')
        if (token === undefined) return reply(request, to, unacceptable)
        const answer = await federation
          .endByProvider(idOf(request), token)
          .then((): Answer => ({ status: 200 }))
          .catch((error: unknown) => {
            if (!(error instanceof Refused)) throw error
            const isAway = error.code === 'provider_unavailable'
            return isAway
              ? json(503, { error: 'temporarily_unavailable' }, { headers: { 'retry-after': '5' } })
              : unacceptable
          })
        return reply(request, to, answer)
      },
    )
  })
}
