import { readdir, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Place } from '../place/place.ts'
import type { PublicUrl } from '../../services/public-url.ts'
import { type Compressible, compressible, fileEncodings } from '../compressible.ts'
import { encodingFor } from '../encoding.ts'
import { encodedTag, heldTag, isCurrent, publicTag } from '../tags.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Nothing is loaded from elsewhere, only our own files run, and nobody can embed it in a frame. */
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

interface File extends Compressible {
  readonly type: string
  readonly etag: string
  /** Its name changes with its content, so it never has to be revalidated. */
  readonly isLasting: boolean
}

function fileOf(path: string, content: Buffer): File {
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: publicTag(content),
    isLasting: path.startsWith('/assets/'),
    ...compressible(content),
  }
}

/** Maps are not kept, so they are not compressed either: that would be done again for each request. */
const isCompressed = (type: string): boolean => !type.startsWith('font/') && type !== types['.map']

/** Answers with the console's single page, for addresses that check something first. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The console's files, the API reference, and the console's single page for every address that belongs to it.
 */
export function useConsole(app: FastifyInstance, folder: string, { publicUrl }: Place): SendPage {
  let reading: ReturnType<typeof readAll> | undefined
  const files = () => {
    reading ??= readAll(folder, (page) => withPublicUrl(page, publicUrl))
    return reading
  }
  // Soon, since a later build may belong to a later server, but not before the first requests are answered.
  app.addHook('onListen', async () => {
    setTimeout(files, 1_000).unref()
  })

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
    const held = request.headers['if-none-match']
    if (isCurrent(held, file.etag))
      return reply
        .code(304)
        .header('etag', heldTag(held, file.etag) ?? file.etag)
        .send()
    reply.type(file.type)
    const encoding = isCompressed(file.type)
      ? encodingFor(request.headers['accept-encoding'], fileEncodings)
      : undefined
    if (!encoding) return reply.send(file.plain)
    reply.headers({ etag: encodedTag(file.etag, encoding), 'content-encoding': encoding })
    return reply.send(await file.compressed(encoding))
  }

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const known = await files()
    const isPage = givenOut.has(path) || (extname(path) === '' && wantsPage(path, request.headers))
    const file =
      known.get(path === '/docs' ? '/docs.html' : path) ?? (isPage ? known.get('/index.html') : undefined)
    return file ? send(request, reply, await file()) : reply.callNotFound()
  })

  return async (request, reply) => {
    const page = (await files()).get('/index.html')
    return page ? send(request, reply, await page()) : reply.callNotFound()
  }
}

/** Addresses that programs and identity providers are given: the page is there for whatever opens them. */
const givenOut: ReadonlySet<string> = new Set(['/', '/device', '/sign-in'])

/** A browser asks for HTML; a program that mistyped an address gets a 404. */
const wantsPage = (path: string, { accept }: IncomingHttpHeaders): boolean =>
  !/^\/(v1|auth|oauth|ingest|assets)(\/|$)/.test(path) && /text\/html/.test(accept ?? '')

/** Prefixes the paths of the page's files, and tells the console the address of svc. */
const withPublicUrl = (page: string, publicUrl: PublicUrl | undefined): string =>
  page
    .replaceAll('="./', `="${publicUrl?.path ?? ''}/`)
    .replace('name="svc-url" content=""', `name="svc-url" content="${publicUrl?.url ?? ''}"`)

type Lookup = () => File | Promise<File>

/** All but the maps, which only those who debug the console ask for: they are three quarters of the bytes. */
async function readAll(
  folder: string,
  place: (page: string) => string,
): Promise<ReadonlyMap<string, Lookup>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const read = paths.map(async (path): Promise<readonly [string, Lookup]> => {
    const address = `/${relative(folder, path).split(sep).join('/')}`
    if (extname(path) === '.map') return [address, async () => fileOf(address, await readFile(path))]
    const content = await readFile(path)
    const isPage = address.endsWith('.html')
    const file = fileOf(address, isPage ? Buffer.from(place(content.toString())) : content)
    return [address, () => file]
  })
  return new Map(await Promise.all(read))
}
