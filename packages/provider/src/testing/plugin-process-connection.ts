import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { type Socket, connect as dial } from 'node:net'
import { connect as dialTls } from 'node:tls'
import { type Certificate, pemOf } from '../plugin/certificate.ts'
import { frame, unframe } from '../plugin/grpc-message.ts'

/** What the plugin said in its first line. */
export interface PluginAddress {
  readonly network: string
  readonly text: string
  /** Base64 without padding; empty where the connection is not encrypted. */
  readonly certificate: string
}

export interface PluginConnection {
  /** Rejects with an RpcError where the plugin answers with another status than 0. */
  call(path: string, request?: Uint8Array): Promise<Uint8Array>
  /** A call whose request never ends. */
  hold(path: string): ClientHttp2Stream
  close(): void
}

export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Connects as a host does; it shows `own` where it has a certificate. */
export async function connectToPlugin(address: PluginAddress, own?: Certificate): Promise<PluginConnection> {
  const socket = address.certificate ? secureSocket(address, own) : dial(endOf(address))
  await once(socket, address.certificate ? 'secureConnect' : 'connect')
  const session = connect('http://localhost', {
    createConnection: () => socket,
    maxSessionMemory: 1024,
  })
  // Whoever waits for an answer hears of it there.
  session.on('error', () => {})
  return {
    call: (path, request = new Uint8Array()) => call(open(session, path), request),
    hold: (path) => open(session, path).resume(),
    close: () => session.destroy(),
  }
}

function secureSocket(address: PluginAddress, own: Certificate | undefined): Socket {
  return dialTls({
    ...endOf(address),
    servername: 'localhost',
    ca: pemOf(Buffer.from(address.certificate, 'base64')),
    ...(own && { cert: own.pem, key: own.keyPem }),
    ALPNProtocols: ['h2'],
  })
}

function endOf({ network, text }: PluginAddress) {
  if (network === 'unix') return { path: text }
  const [host = '', port] = text.split(':')
  return { host, port: Number(port) }
}

function open(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  const headers = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' }
  const stream = session.request(headers)
  stream.on('error', () => {})
  return stream
}

async function call(stream: ClientHttp2Stream, request: Uint8Array): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let status: unknown
  let message: unknown
  const note = (headers: Readonly<Record<string, unknown>>) => {
    status = headers['grpc-status'] ?? status
    message = headers['grpc-message'] ?? message
  }
  stream.on('response', note)
  stream.on('trailers', note)
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.end(frame(request))
  await once(stream, 'close')
  if (status === undefined) throw new Error('The connection closed before the answer came.')
  if (Number(status) !== 0) throw new RpcError(Number(status), decodeURIComponent(String(message ?? '')))
  const response = unframe(chunks)
  if (typeof response === 'string') throw new Error(`The answer is ${response}.`)
  return response
}
