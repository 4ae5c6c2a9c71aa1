import { readdir, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Place } from '../place/place.ts'
import type { PublicUrl } from '../place/public-url.ts'
import { encodingFor, type Squeezable, squeezable } from '../squeezed.ts'
import { isCurrent, publicTag } from '../tags.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Nothing comes from elsewhere, nothing runs that is not a file of ours, and nobody puts it into a frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface File extends Squeezable {
  readonly type: string
  readonly etag: string
  /** Its name changes with its content, so it never has to be asked for again. */
  readonly isLasting: boolean
}

function fileOf(path: string, content: Buffer): File {
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: publicTag(content),
    isLasting: path.startsWith('/assets/'),
    ...squeezable(content),
  }
}

const isText = (type: string): boolean => !type.startsWith('font/')

/** The console's files, the reference of the API, and the console's one page for every address that is one of it. */
export function useConsole(app: FastifyInstance, folder: string, { publicUrl }: Place): void {
  const files = readAll(folder, (page) => placed(page, publicUrl))

  const send = async (request: FastifyRequest, reply: FastifyReply, file: File) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-request-id': request.id,
      'cache-control': file.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag: file.etag,
    })
    if (isCurrent(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
    reply.type(file.type)
    const encoding = isText(file.type) ? encodingFor(request.headers['accept-encoding']) : undefined
    if (!encoding) return reply.send(file.plain)
    return reply.header('content-encoding', encoding).send(await file.squeezed(encoding))
  }

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const known = await files
    const isPage = path === '/' || (extname(path) === '' && wantsPage(path, request.headers))
    const file =
      known.get(path === '/docs' ? '/docs.html' : path) ?? (isPage ? known.get('/index.html') : undefined)
    return file ? send(request, reply, file) : reply.callNotFound()
  })
}

/** A browser asks for pages by name; a program that mistyped an address is told so. */
const wantsPage = (path: string, { accept }: IncomingHttpHeaders): boolean =>
  !/^\/(v1|auth|ingest|assets)(\/|$)/.test(path) && /text\/html/.test(accept ?? '')

/** The page names its files by what stands before them, and tells the console where svc is reached. */
const placed = (page: string, publicUrl: PublicUrl | undefined): string =>
  page
    .replaceAll('="./', `="${publicUrl?.path ?? ''}/`)
    .replace('name="svc-url" content=""', `name="svc-url" content="${publicUrl?.url ?? ''}"`)

async function readAll(folder: string, place: (page: string) => string): Promise<ReadonlyMap<string, File>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const read = paths.map(async (path) => {
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const content = await readFile(path)
    const isPage = address.endsWith('.html')
    return [address, fileOf(address, isPage ? Buffer.from(place(content.toString())) : content)] as const
  })
  return new Map(await Promise.all(read))
}
