import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A real server on the loopback interface that records its requests. */
export interface Loopback {
  readonly url: string
  readonly requests: readonly Received[]
}

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export type Behaviour = (received: Received, response: http.ServerResponse) => void | Promise<void>

/** Uses each behaviour in turn, and the last one from then on. */
export async function serve(t: TestContext, ...behaviours: readonly Behaviour[]): Promise<Loopback> {
  const requests: Received[] = []
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = (await request.toArray()).join('')
    const received = { method, url, headers, body, at: performance.now() }
    requests.push(received)
    await behaviours[Math.min(requests.length, behaviours.length) - 1]?.(received, response)
  })
  return { url: await listen(t, server), requests }
}

/** Raw sockets without HTTP, for the test to handle. */
export async function serveSockets(t: TestContext, onSocket: (socket: net.Socket) => void): Promise<string> {
  return listen(t, net.createServer(onSocket))
}

export async function listen(t: TestContext, server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A URL where nothing listens any more. */
export async function abandoned(): Promise<string> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

type Extra = Readonly<Record<string, string>>

export const answer =
  (status: number, body: unknown = '', headers: Extra = {}): Behaviour =>
  (_, response) => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

/** Reads the whole request, and closes the connection. */
export const reset: Behaviour = (_, response) => {
  response.socket?.destroy()
}

/** Reads the request, and never responds. */
export const silence: Behaviour = () => {}

/** Forwards the request to another server, and its response back. */
export const forwardTo =
  (target: string): Behaviour =>
  async (received, response) => {
    const { status, headers, text } = await handOn(target, received)
    response.writeHead(status, Object.fromEntries(headers)).end(text)
  }

/** Forwards the request, and then loses the response. */
export const loseAnswerOf =
  (target: string): Behaviour =>
  async (received, response) => {
    await handOn(target, received)
    response.socket?.destroy()
  }

async function handOn(target: string, { method, url, headers, body }: Received) {
  const { connection: _, host: __, 'content-length': ___, ...rest } = headers
  const response = await fetch(target + url, {
    method,
    headers: { ...(rest as Extra), 'accept-encoding': 'identity' },
    ...(body !== '' && { body }),
  })
  const kept = new Headers(response.headers)
  for (const hop of ['connection', 'keep-alive', 'transfer-encoding', 'content-length']) kept.delete(hop)
  return { status: response.status, headers: kept, text: await response.text() }
}
