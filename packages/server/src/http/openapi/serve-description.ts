import type { FastifyInstance } from 'fastify'
import { vary } from '../answer-headers.ts'
import type { Place } from '../place/place.ts'
import { type Compressible, compressible, fileEncodings } from '../compressible.ts'
import { encodingFor } from '../encoding.ts'
import { encodedTag, heldTag, isCurrent, publicTag } from '../tags.ts'
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
      vary,
      'access-control-allow-origin': '*',
    })
    const held = request.headers['if-none-match']
    if (isCurrent(held, etag))
      return reply
        .code(304)
        .header('etag', heldTag(held, etag) ?? etag)
        .send()
    reply.type('application/json; charset=utf-8')
    const encoding = encodingFor(request.headers['accept-encoding'], fileEncodings)
    if (!encoding) return reply.send(plain)
    reply.headers({ etag: encodedTag(etag, encoding), 'content-encoding': encoding })
    return reply.send(await compressed(encoding))
  })
}
