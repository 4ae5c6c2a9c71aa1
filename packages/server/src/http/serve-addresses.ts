import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Addresses, Found } from './addresses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which address of a table it is for; the framework knows only what all of them begin with. */
    found: Found<unknown> | null
  }
}

interface Serving<T> {
  /** `/v1/*`, or one address of the table that is special for the framework. */
  readonly url: string
  readonly methods: Iterable<string>
  readonly bodyLimit?: number | undefined
  /** Before the body is read. */
  readonly admit?: (entry: T, request: FastifyRequest, reply: FastifyReply, done: Done) => void
  readonly handle: (entry: T, request: FastifyRequest, reply: FastifyReply) => unknown
}

type Done = (error?: Error) => void

/** One route of the framework for many addresses; one that is not in the table is refused like any other. */
export function serveAddresses<T>(app: FastifyInstance, addresses: Addresses<T>, serving: Serving<T>): void {
  const { url, methods, bodyLimit, admit, handle } = serving
  if (!app.hasRequestDecorator('found')) app.decorateRequest('found', null)
  app.route({
    url,
    method: [...methods],
    // A route of its own for HEAD makes the start slower.
    exposeHeadRoute: false,
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: (request, reply, done) => {
      const found = addresses.find(request.method, pathOf(request))
      if (!found) return void reply.callNotFound()
      request.found = found
      request.params = found.params
      if (admit) admit(found.entry, request, reply, done)
      else done()
    },
    handler: (request, reply) => handle(request.found?.entry as T, request, reply),
  })
}

/** Without the origin that a request to a proxy has, and without what follows the path. */
function pathOf({ url }: FastifyRequest): string {
  const local = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const end = local.search(/[?#]/)
  return end === -1 ? local : local.slice(0, end)
}
