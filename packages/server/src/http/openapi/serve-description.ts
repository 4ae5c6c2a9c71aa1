import type { FastifyInstance } from 'fastify'
import { vary } from '../answer.ts'
import type { Place } from '../place/place.ts'
import { encodingFor, type Squeezable, squeezable } from '../squeezed.ts'
import { isCurrent, publicTag } from '../tags.ts'
import { openApiDocument, serverUrls } from './document.ts'

/** The description for machines. The console's files have a page that makes a reference of it, at /docs. */
export function useDescription(app: FastifyInstance, { publicUrl }: Place): void {
  let description: (Squeezable & { readonly etag: string }) | undefined

  app.get('/v1/openapi.json', async (request, reply) => {
    if (!description) {
      const body = Buffer.from(JSON.stringify(openApiDocument(serverUrls(publicUrl?.url))))
      description = { ...squeezable(body), etag: publicTag(body) }
    }
    const { plain, squeezed, etag } = description
    reply.headers({
      etag,
      'x-request-id': request.id,
      'cache-control': 'private, no-cache',
      vary: `${vary}, Accept-Encoding`,
      'access-control-allow-origin': '*',
    })
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return reply.send(plain)
    return reply.header('content-encoding', encoding).send(await squeezed(encoding))
  })
}
