import type { FastifyInstance } from 'fastify'
import type { Log } from '../services/jobs/log.ts'

/** One line for each request that was answered, without what it carried. */
export function useRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    log({
      level: 'info',
      requestId: request.id,
      method: request.method,
      // Not the whole address: a filter may contain something that does not belong in a log.
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      actor: request.known?.caller.actor.id ?? null,
    })
    done()
  })
}
