import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/open.ts'
import { createReadiness } from './readiness.ts'
import { version } from '../version.ts'

/** For monitoring: is the process alive, and can it answer? */
export function useHealth(app: FastifyInstance, store: Store): void {
  const whyNotReady = createReadiness(() => store.probe())
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', async () => ({ status: 'ok', version }))
  app.get('/readyz', async (_, reply) => {
    if (isClosing) return reply.code(503).send({ status: 'closing' })
    const reason = await whyNotReady()
    if (reason === undefined) return { status: 'ready', engine: store.engine }
    return reply.code(503).header('retry-after', '2').send({ status: 'unavailable', reason })
  })
}
