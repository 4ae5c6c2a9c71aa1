import type { FastifyInstance } from 'fastify'
import { vary } from '../answer.ts'
import type { Place } from '../place/place.ts'
import { isCurrent, publicTag } from '../tags.ts'
import { openApiDocument, serverUrls } from './document.ts'

/** The description for machines. The console's files have a page that makes a reference of it, at /docs. */
export function useDescription(app: FastifyInstance, { publicUrl }: Place): void {
  let description: { readonly body: string; readonly etag: string } | undefined

  app.get('/v1/openapi.json', async (request, reply) => {
    if (!description) {
      const body = JSON.stringify(openApiDocument(serverUrls(publicUrl?.url)))
      description = { body, etag: publicTag(body) }
    }
    const { body, etag } = description
    reply.headers({
      etag,
      'x-request-id': request.id,
      'cache-control': 'private, no-cache',
      vary,
      'access-control-allow-origin': '*',
    })
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
