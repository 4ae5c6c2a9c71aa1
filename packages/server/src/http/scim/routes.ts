import { isUtf8 } from 'node:buffer'
import { CatalogError } from '@svc/model'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../services/context.ts'
import type { CallerLimiter } from '../../services/rate-limit/caller-limiter.ts'
import { badRequest } from '../../services/scim/refusal.ts'
import { scimTokenOf } from '../../services/scim/tokens.ts'
import type { Services } from '../../services/services.ts'
import type { ScimTokenFound } from '../../store/queries/scim-tokens.ts'
import type { Answer } from '../answer.ts'
import { logFailure } from '../log-failure.ts'
import { asProblem } from '../problem.ts'
import { send } from '../router.ts'
import { scimError } from './answers.ts'
import { answerScim } from './endpoints.ts'

interface Options {
  readonly services: Pick<Services, 'store' | 'now' | 'site' | 'log' | 'scimCalls'>
  readonly limiter: CallerLimiter | undefined
}

const base = '/scim/v2'
/** A group of 50,000 people fits. */
const maxBodyBytes = 4 * 1024 * 1024
const maxAgent = 200
const maxDetail = 300
const maxPath = 200

/**
 * Everything below `/scim/v2`, with a credential, content types and errors of its own. One route takes it all, so that
 * an address that is not there is refused as SCIM refuses it, too.
 */
export function useScim(app: FastifyInstance, { services, limiter }: Options): void {
  const { store, now, site, log, scimCalls } = services
  const tokens = new WeakMap<FastifyRequest, ScimTokenFound>()

  const admit = async (request: FastifyRequest): Promise<void> => {
    const token = await scimTokenOf(store, request.headers.authorization, now())
    tokens.set(request, token)
    const caller = callerOf(token)
    request.known = { caller, bearer: '', limit: undefined }
    request.known = { caller, bearer: '', limit: await limiter?.(caller) }
  }

  const reply = (request: FastifyRequest, to: FastifyReply, answer: Answer, detail: string | null) => {
    const token = tokens.get(request)
    if (token)
      scimCalls.note(token.homeId, {
        tokenId: token.id,
        tokenName: token.name,
        at: now().toISOString(),
        method: request.method,
        path: pathOf(request).slice(0, maxPath),
        status: answer.status,
        detail: detail?.slice(0, maxDetail) ?? null,
        agent: request.headers['user-agent']?.slice(0, maxAgent) ?? null,
      })
    return send(request, to, answer)
  }

  const plugin: FastifyPluginCallback = (inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'buffer' },
      (_request, body, parsed) => {
        try {
          parsed(null, readJson(body as Buffer))
        } catch (error) {
          parsed(error as Error)
        }
      },
    )
    inner.setErrorHandler((error, request, to) => {
      const problem = problemOf(error)
      logFailure(log, problem, request)
      return reply(request, to, scimError(problem), problem.message)
    })
    const handler = async (request: FastifyRequest, to: FastifyReply) => {
      const token = tokens.get(request) as ScimTokenFound
      const { headers, method, body } = request
      const answer = await answerScim({
        directory: {
          store,
          now,
          organisation: token.organisation,
          actor: actorOf(token),
          url: `${site.url()}${base}`,
        },
        method,
        segments: segmentsOf(pathOf(request)),
        query: queryOf(request),
        body,
        ifMatch: headers['if-match'],
        ifNoneMatch: headers['if-none-match'],
      })
      return reply(request, to, answer, null)
    }
    for (const url of [base, `${base}/*`])
      inner.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        bodyLimit: maxBodyBytes,
        // Before the body is read: nobody unknown makes us parse megabytes.
        onRequest: admit,
        handler,
      })
    done()
  }
  app.register(plugin)
}

/** An empty body is none. Members called `__proto__` are members like any other, and nobody assigns by their names. */
function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw notJson('it is not UTF-8')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw notJson('it cannot be parsed')
  }
}

const notJson = (why: string): CatalogError =>
  badRequest('invalidSyntax', `The body is not valid JSON: ${why}.`)

function problemOf(error: unknown): CatalogError {
  const { code } = error as { readonly code?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new CatalogError('payload_too_large', `The body is larger than ${maxBodyBytes / 1024 ** 2} MiB.`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new CatalogError(
      'unsupported_media_type',
      'The body must be JSON: send Content-Type: application/scim+json or application/json.',
    )
  return asProblem(error)
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?', 1)[0] ?? '').slice(base.length)

/** A question mark further on is a letter like any other. */
const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')

function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment)
      } catch {
        return segment
      }
    })
}

const actorOf = ({ id, name }: ScimTokenFound) => ({ type: 'key', id, name }) as const

/** For the limit and the log of requests; it has no scope of the API. */
const callerOf = (token: ScimTokenFound): Caller => ({
  credential: { type: 'key', id: token.id },
  actor: actorOf(token),
  organisation: token.organisation,
  mode: 'live',
  role: 'viewer',
  scopes: [],
})
