import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const wellFormed = /^[A-Za-z0-9._~-]{1,128}$/
const start = randomBytes(6).toString('hex')
let count = 0

/** The caller's own id if it is well-formed (anything else could forge log lines), else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  if (typeof header === 'string' && wellFormed.test(header)) return header
  count += 1
  return `req_${start}${count.toString(36)}`
}

/** For the answers that the framework sends; the router writes the header itself. */
export function useRequestIds(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
}
