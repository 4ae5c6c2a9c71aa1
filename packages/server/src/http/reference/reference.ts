import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { vary } from '../answer.ts'
import { openApiDocument, serverUrls } from '../openapi/document.ts'
import type { Place } from '../place/place.ts'
import { isCurrent, publicTag } from '../tags.ts'

const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const ours = import.meta.dirname

/** Everything the page needs comes from here: it works where there is no internet. */
const files = {
  '/docs': { path: join(ours, 'page.html'), type: 'text/html; charset=utf-8' },
  '/docs/page.js': { path: join(ours, 'page.js'), type: 'text/javascript; charset=utf-8' },
  '/docs/page.css': { path: join(ours, 'page.css'), type: 'text/css; charset=utf-8' },
  '/docs/swagger-ui.css': { path: join(viewer, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  '/docs/swagger-ui-bundle.js': {
    path: join(viewer, 'swagger-ui-bundle.js'),
    type: 'text/javascript; charset=utf-8',
  },
} as const

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** The description for machines, and the same as a page for people. */
export function useReference(app: FastifyInstance, { publicUrl }: Place): void {
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

  for (const [url, { path, type }] of Object.entries(files)) {
    app.get(url, async (_, reply) => {
      reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
      return reply.type(type).send(await readFile(path))
    })
  }
}
