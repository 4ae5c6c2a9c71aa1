import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../services/context.ts'
import type { Log } from '../services/jobs/log.ts'
import { loggedPath } from './logged-path.ts'
import type { Metrics } from './metrics.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  readonly request: Pick<IncomingMessage, 'method' | 'url'>
  readonly route: string
  readonly requestId: string
  readonly status: number
  readonly ms: number
  readonly caller: Caller | undefined
}

export type Answered = (one: AnsweredRequest) => void

/** Counts each request that was answered and, if wanted, logs a line for it, without what it carried. */
export function createAnswered(metrics: Metrics, log: Log | undefined): Answered {
  return ({ request: { method = '', url = '' }, route, requestId, status, ms, caller }) => {
    metrics.note(
      `method="${method}",route="${route}",status="${status}"`,
      ms / 1_000,
      caller?.organisation.id,
    )
    log?.({
      level: 'info',
      requestId,
      method,
      // Not the whole address: a filter may contain something that does not belong in a log.
      path: loggedPath(url),
      status,
      ms: Math.round(ms * 10) / 10,
      actor: caller?.actor.id ?? null,
    })
  }
}

/** For everything that the framework answers. */
export function useAnswered(app: FastifyInstance, answered: Answered): void {
  app.addHook('onResponse', (request, reply, done) => {
    answered({
      request,
      route: request.found?.path ?? request.routeOptions.url ?? 'unknown',
      requestId: request.id,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      caller: request.known?.caller,
    })
    done()
  })
}
