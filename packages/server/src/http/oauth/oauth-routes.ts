import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { askByDevice } from '../../services/oauth/ask-by-device.ts'
import { readAuthorization, readRedirect, redirectTo } from '../../services/oauth/authorization-request.ts'
import { createGrants } from '../../services/oauth/grants/index.ts'
import type { GrantTools } from '../../services/oauth/grants/grant.ts'
import { metadataOf } from '../../services/oauth/metadata.ts'
import { revoke } from '../../services/oauth/revoke.ts'
import { OAuthError } from '../../services/oauth/oauth-error.ts'
import type { Visitor } from '../../services/sign-in/sign-in-service.ts'
import { type Answer, json } from '../answer.ts'
import { type Form, formOf, useForms } from '../form-bodies.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { send } from '../router.ts'
import { visitorOf } from '../sign-in/visitor.ts'
import { noForm, oauthProblem } from '../oauth-problem.ts'

/** Every pipeline of a company may run behind one address, and devices ask again every few seconds. */
const limit = { requests: 1_200, seconds: 60 } as const
/** An ID token of a pipeline is a few kilobytes. */
const maxFormBytes = 64 * 1024

/** Answers with the console's page. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Where programs get their tokens, as RFC 6749 and its relatives describe it. */
export function useOAuth(app: FastifyInstance, tools: GrantTools, sendPage: SendPage): void {
  const { now, site } = tools
  const count = createRateLimiter(limit, () => now().getTime())
  const grants = createGrants(tools)

  const reply = (request: FastifyRequest, to: FastifyReply, answer: Answer): FastifyReply =>
    send(request, to, {
      ...answer,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...answer.headers },
    })

  app.get('/.well-known/oauth-authorization-server', (request, to) =>
    reply(request, to, json(200, metadataOf(site.url(), grants.keys()))),
  )

  // The page asks for consent; the browser is on its own machine, so the program there learns what it did wrong.
  app.get('/oauth/authorize', async (request, to) => {
    try {
      const fields = queryOf(request)
      const redirect = readRedirect(fields)
      try {
        readAuthorization(fields, redirect)
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        const answer = { error: error.code, error_description: error.message }
        const location = redirectTo(redirect, answer, site.url())
        return reply(request, to, { status: 302, headers: { location } })
      }
    } catch (error) {
      const answer = oauthProblem(error)
      if (!answer) throw error
      return reply(request, to, answer)
    }
    return sendPage(request, to)
  })

  useForms(app, (inner) => {
    // Of these addresses only: identity providers send their forms to others of the same plugin.
    const errorHandler: RouteShorthandOptions['errorHandler'] = (error, request, to) => {
      const answer = oauthProblem(error)
      if (!answer) throw error
      return reply(request, to, answer)
    }

    const on = (path: string, handle: (form: Form, visitor: Visitor) => Promise<Answer>): void => {
      inner.post(`/oauth/${path}`, { bodyLimit: maxFormBytes, errorHandler }, async (request, to) => {
        const visitor = visitorOf(request)
        count(visitor.address)
        if (request.body !== undefined && !(request.body instanceof Map)) throw noForm()
        return reply(request, to, await handle(formOf(request), visitor))
      })
    }

    on('device_authorization', async (form, visitor) => json(200, await askByDevice(tools, form, visitor)))

    on('revoke', async (form) => {
      await revoke(tools, form)
      return json(200, {})
    })

    on('token', async (form, visitor) => {
      const type = form.get('grant_type')
      if (!type)
        throw new OAuthError('invalid_request', 'The field grant_type is missing: send a form that has it.')
      const grant = grants.get(type)
      if (!grant)
        throw new OAuthError(
          'unsupported_grant_type',
          `The grant type must be one of ${[...grants.keys()].join(', ')}.`,
        )
      return json(200, await grant(form, visitor))
    })
  })
}

/** Each parameter once: two readers could otherwise choose different ones. */
function queryOf({ query }: FastifyRequest): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    if (typeof value !== 'string')
      throw new OAuthError('invalid_request', `The parameter ${name.slice(0, 50)} comes twice.`)
    fields.set(name, value)
  }
  return fields
}
