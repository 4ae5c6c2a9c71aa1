import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../services/context.ts'
import type { Federation } from '../../services/federation/federation.ts'
import type { Authenticator } from '../../services/identity/authenticate.ts'
import type { CallerLimiter } from '../../services/rate-limit/caller-limiter.ts'
import type { Log } from '../../services/jobs/log.ts'
import type { MailService } from '../../services/mail/mail.ts'
import type { Site } from '../../services/site.ts'
import type { Sealer } from '../../services/webhooks/sealer.ts'
import type { Store } from '../../store/open.ts'
import type { Answer } from '../answer.ts'
import type { Metrics } from '../metrics.ts'
import type { BodyName, BodyNamed } from './bodies.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface SignInOptions {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly authenticator: Authenticator
  readonly metrics: Metrics
  readonly limiter: CallerLimiter | undefined
  readonly federation: Federation
  readonly site: Site
  readonly mail: MailService
  /** Encrypts the secrets of second factors. */
  readonly factorSealer: Sealer
}

/** Answers a request; all of sign-in are in one table of addresses. */
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** What came in, with its body as it was checked. */
export type Incoming<B extends BodyName | null> = FastifyRequest & { readonly body: BodyNamed<B> }

/** Binds an address that anyone may use to its handler. */
export type OnAnyone = <const B extends BodyName | null>(
  method: Method,
  path: string,
  body: B,
  handle: (request: Incoming<B>) => Promise<Answer>,
) => void

/** Binds an address for people who are signed in to its handler. */
export type OnSignedIn = <const B extends BodyName | null>(
  method: Method,
  path: string,
  body: B,
  handle: (request: Incoming<B>, caller: Caller) => Promise<Answer>,
) => void
