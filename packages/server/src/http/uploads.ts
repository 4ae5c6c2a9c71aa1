import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { CatalogError, type Operation, type Upload } from '@svc/model'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'

/** A body that is read while it arrives. */
export interface ArrivingFile {
  /** Can be read once. The client sends no faster than this is read. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Identifies what was sent, once all of it is read. */
  digest(): string
  /** Aborts if the client goes away before it is answered. */
  readonly signal: AbortSignal
}

export interface UploadLimits {
  /** Within this time a piece must arrive, or the end. */
  readonly pieceMs: number
  /** All of it. */
  readonly totalMs: number
}

const standard: UploadLimits = { pieceMs: 60_000, totalMs: 3_600_000 }

/** Smaller ones are gathered, so that a file is never read byte by byte; it also is the slowest that one may arrive. */
const pieceBytes = 64 * 1024

/** After an early answer: whoever closes while a client still sends makes it lose the answer. */
const lingerMs = 10_000

/** Longer than any time-out of ours while a file arrives or is worked on. */
const idleMs = 3_600_000

const arriving = new WeakSet<Socket>()

/** Whether its request may take longer than others to arrive. */
export const isUploading = (socket: Socket): boolean => arriving.has(socket)

/** Routes whose bodies nothing reads before their handlers do. */
export function useUploads(app: FastifyInstance, routes: (app: FastifyInstance) => void): void {
  const plugin: FastifyPluginCallback = (inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _body, parsed) => parsed(null))
    routes(inner)
    done()
  }
  app.register(plugin)
}

/** What a request brings, unless its type or its length is refused already. */
export function openUpload(
  { upload }: { readonly upload: Upload } & Pick<Operation, 'id'>,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: Partial<UploadLimits> = {},
): ArrivingFile {
  const { raw } = request
  const { socket } = raw
  const gone = new AbortController()
  arriving.add(socket)
  socket.setTimeout(idleMs)
  reply.raw.once('close', () => {
    arriving.delete(socket)
    if (!reply.raw.writableFinished) gone.abort(wentAway())
  })
  reply.raw.once('finish', () => discardRest(raw))
  checkType(upload, request.headers['content-type'])
  if (Number(request.headers['content-length']) > upload.maxBytes) throw tooLarge(upload)
  const hash = createHash('sha256')
  return {
    bytes: piecesOf(raw, upload, { ...standard, ...limits }, (piece) => hash.update(piece)),
    digest: () => hash.copy().digest('hex'),
    signal: gone.signal,
  }
}

function checkType({ types }: Upload, header: string | undefined): void {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (types.includes(type)) return
  throw new CatalogError(
    'unsupported_media_type',
    `The body must be the file itself: send it with Content-Type: ${types.join(' or ')}.`,
  )
}

async function* piecesOf(
  raw: IncomingMessage,
  upload: Upload,
  { pieceMs, totalMs }: UploadLimits,
  note: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const endsAt = performance.now() + totalMs
  let size = 0
  for (;;) {
    const piece = await nextPiece(raw, Math.min(performance.now() + pieceMs, endsAt))
    size += piece.byteLength
    if (size > upload.maxBytes) throw tooLarge(upload)
    note(piece)
    if (piece.byteLength > 0) yield piece
    if (raw.readableEnded) return
  }
}

/** Not smaller than it has to be, unless it is the last. */
async function nextPiece(raw: IncomingMessage, until: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  while (size < pieceBytes) {
    const chunk: Buffer | null = raw.read()
    if (chunk) {
      chunks.push(chunk)
      size += chunk.byteLength
    } else if (raw.readableEnded) break
    else await more(raw, until)
  }
  const [only, ...others] = chunks
  return only && others.length === 0 ? only : Buffer.concat(chunks)
}

/** Until there is something to read, or the end. */
async function more(raw: IncomingMessage, until: number): Promise<void> {
  if (raw.destroyed) throw wentAway()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const go = () => resolve()
  const fail = () => (raw.readableEnded ? resolve() : reject(wentAway()))
  const timer = setTimeout(() => reject(tooSlow()), Math.max(0, until - performance.now()))
  const listeners = { readable: go, end: go, error: fail, close: fail }
  for (const [event, listener] of Object.entries(listeners)) raw.on(event, listener)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    for (const [event, listener] of Object.entries(listeners)) raw.off(event, listener)
  }
}

/** Of a request that was answered before all of it had arrived. */
function discardRest(raw: IncomingMessage): void {
  if (raw.readableEnded || raw.destroyed) return
  const timer = setTimeout(() => raw.socket.destroy(), lingerMs)
  raw.on('error', () => {})
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}

const tooLarge = ({ maxBytes }: Upload): CatalogError =>
  new CatalogError('payload_too_large', `The file is larger than ${maxBytes / 1024 ** 2} MiB.`)

const tooSlow = (): CatalogError =>
  new CatalogError('request_timeout', 'The file arrived too slowly. Nothing was changed.')

/** Nobody receives it; it is only counted. */
const wentAway = (): CatalogError =>
  new CatalogError('request_timeout', 'The connection ended before the file had arrived.')
