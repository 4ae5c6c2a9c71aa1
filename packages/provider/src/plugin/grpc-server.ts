import { createSecureServer, createServer } from 'node:http2'
import type { Http2Server, Http2SecureServer, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Unary } from '../protocol/unary.ts'
import type { Certificate } from './certificate.ts'
import { type FrameFault, MAX_FRAME_BYTES, frame, unframe } from './grpc-message.ts'
import { type GrpcStatus, failureHeaders, grpcStatus } from './grpc-status.ts'
import type { Log } from './log.ts'

export interface GrpcServerOptions {
  /** By path, such as `/package.Service/Method`. */
  readonly methods: Readonly<Record<string, Unary>>
  /** Paths of streams that nothing is sent on: they stay open until one side closes them. */
  readonly held: readonly string[]
  readonly tls: MutualTls | undefined
  readonly log: Log
}

export interface MutualTls {
  readonly own: Certificate
  /** The only certificate that a caller may use. */
  readonly callerPem: string
}

export interface GrpcServer {
  readonly server: Http2Server | Http2SecureServer
  /** Ends open streams, lets other calls finish and closes the connections. */
  close(): Promise<void>
}

export function createGrpcServer({ methods, held, tls, log }: GrpcServerOptions): GrpcServer {
  const unary = new Map(Object.entries(methods))
  const open = new Set<ServerHttp2Stream>()
  const server = tls
    ? createSecureServer({ ...largeWindows, ...tlsOptions(tls) })
    : createServer(largeWindows)

  server.on('session', (session) => session.setLocalWindowSize(CONNECTION_WINDOW_BYTES))
  server.on('sessionError', (error: Error) => log.debug('A connection failed.', { error }))
  server.on('tlsClientError', (error: Error) => log.warn('A caller was rejected.', { error }))
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    // Without a listener, a caller that disconnects during a call would end this process.
    stream.on('error', (error) => log.debug('A call was aborted.', { error }))
    const path = headers[':path'] ?? ''
    const method = unary.get(path)
    if (method) return answer(stream, method, (error) => log.error(`${path} failed.`, { error }))
    if (held.includes(path)) return hold(stream, open)
    refuse(stream, grpcStatus.unimplemented, `There is no method ${path}.`)
  })

  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const stream of open) stream.end()
      }),
  }
}

/** With smaller windows, a few concurrent messages of some megabytes would deadlock. */
const largeWindows = { settings: { initialWindowSize: 4 * 1024 * 1024 }, maxSessionMemory: 1024 }
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024

function tlsOptions({ own, callerPem }: MutualTls) {
  return {
    cert: own.pem,
    key: own.keyPem,
    ca: callerPem,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const
}

function answer(stream: ServerHttp2Stream, method: Unary, onFailure: (error: unknown) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_FRAME_BYTES) refuse(stream, grpcStatus.resourceExhausted, 'The message is too large.')
    else chunks.push(chunk)
  })
  stream.on('end', async () => {
    const request = unframe(chunks)
    if (typeof request === 'string') return refuse(stream, faults[request].code, faults[request].message)
    try {
      succeed(stream, await method(request))
    } catch (error) {
      onFailure(error)
      refuse(stream, grpcStatus.internal, error instanceof Error ? error.message : String(error))
    }
  })
}

const faults = {
  'cut short': { code: grpcStatus.internal, message: 'The message ends before its length.' },
  compressed: { code: grpcStatus.unimplemented, message: 'Compressed messages are not supported.' },
  several: { code: grpcStatus.internal, message: 'The call takes one message, but received more.' },
} satisfies Record<FrameFault, { readonly code: GrpcStatus; readonly message: string }>

function succeed(stream: ServerHttp2Stream, response: Uint8Array): void {
  if (stream.closed || stream.destroyed) return
  stream.on('wantTrailers', sendOk)
  stream.respond(headers, withTrailers)
  stream.end(frame(response))
}

function hold(stream: ServerHttp2Stream, open: Set<ServerHttp2Stream>): void {
  open.add(stream)
  stream.on('close', () => open.delete(stream))
  stream.on('wantTrailers', sendOk)
  stream.respond(headers, withTrailers)
  stream.resume()
}

const headers = { ':status': 200, 'content-type': 'application/grpc' }
const withTrailers = { waitForTrailers: true, sendDate: false }
const alone = { endStream: true, sendDate: false }

function sendOk(this: ServerHttp2Stream): void {
  this.sendTrailers({ 'grpc-status': grpcStatus.ok })
}

function refuse(stream: ServerHttp2Stream, code: GrpcStatus, message: string): void {
  if (stream.closed || stream.destroyed || stream.headersSent) return
  stream.respond(failureHeaders(code, message), alone)
  stream.resume()
}
