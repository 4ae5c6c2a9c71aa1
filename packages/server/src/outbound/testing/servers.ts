import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../guarded-fetch.ts'
import type { Lookup } from '../resolve.ts'
import { cert, key } from './certificate.ts'

/** A real server on the loopback interface that records its requests. */
export interface LoopbackServer {
  readonly port: number
  readonly requests: http.IncomingMessage[]
  readonly connections: () => number
}

export async function startHttp(t: TestContext, answer: http.RequestListener): Promise<LoopbackServer> {
  return listen(t, http.createServer(), answer)
}

export async function startHttps(t: TestContext, answer: http.RequestListener): Promise<LoopbackServer> {
  return listen(t, https.createServer({ key, cert }), answer)
}

/** Speaks no HTTP: whatever the test does with the socket. */
export async function startTcp(
  t: TestContext,
  onSocket: (socket: net.Socket) => void,
): Promise<LoopbackServer> {
  return listen(t, net.createServer(onSocket))
}

/** A resolver with a fixed answer per name, and a record of what it was asked. */
export function lookupOf(
  names: Readonly<Record<string, readonly string[]>>,
): Lookup & { readonly asked: string[] } {
  const asked: string[] = []
  const lookup: Lookup = (hostname, _options, callback) => {
    asked.push(hostname)
    const addresses = names[hostname]?.map((address) => ({ address, family: net.isIP(address) }))
    setImmediate(() =>
      addresses ? callback(null, addresses) : callback(new Error(`getaddrinfo ENOTFOUND ${hostname}`), []),
    )
  }
  return Object.assign(lookup, { asked })
}

/** A client that is closed with the test; every name under .test leads to the loopback interface. */
export function startClient(t: TestContext, options: GuardedFetchOptions = {}): GuardedFetch {
  const toLoopback: Lookup = (_hostname, _options, callback) =>
    setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]))
  const client = createGuardedFetch({ lookup: toLoopback, ...options })
  t.after(() => client.close())
  return client
}

async function listen(
  t: TestContext,
  server: net.Server,
  answer?: http.RequestListener,
): Promise<LoopbackServer> {
  const requests: http.IncomingMessage[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0
  if (answer) {
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      requests.push(request)
      answer(request, response)
    })
  }
  server.on('connection', (socket: net.Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, requests, connections: () => connections }
}
