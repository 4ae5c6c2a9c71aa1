import type { FastifyInstance } from 'fastify'
import { vary } from '../answer.ts'
import type { Place } from '../place/place.ts'
import { encodingFor, type Compressible, compressible } from '../compressible.ts'
import { isCurrent, publicTag } from '../tags.ts'
import { openApiDocument, serverUrls } from './document.ts'

/**
 * The description for machines. The console's files include a page that renders it as a reference, at /docs.
 */
export function useDescription(app: FastifyInstance, { publicUrl }: Place): void {
  let description: (Compressible & { readonly etag: string }) | undefined

  app.get('/v1/openapi.json', async (request, reply) => {
    if (!description) {
      const body = Buffer.from(JSON.stringify(openApiDocument(serverUrls(publicUrl?.url))))
      description = { ...compressible(body), etag: publicTag(body) }
    }
    const { plain, compressed, etag } = description
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
    return reply.header('content-encoding', encoding).send(await compressed(encoding))
  })
}
