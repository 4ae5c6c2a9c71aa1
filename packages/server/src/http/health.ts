import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/open.ts'
import { version } from '../version.ts'

/** For whoever watches the process: is it alive, and can it answer? */
export function useHealth(app: FastifyInstance, store: Store): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', async () => ({ status: 'ok', version }))
  app.get('/readyz', async (_, reply) => {
    if (isClosing) return reply.code(503).send({ status: 'closing' })
    try {
      await store.engine.reader.all('select 1 as one')
      return { status: 'ready', engine: store.engine.name }
    } catch {
      return reply.code(503).send({ status: 'unavailable', reason: 'The database does not answer.' })
    }
  })
}
