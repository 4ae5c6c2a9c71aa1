import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PrefixProxy {
  /** What the browser sees, the prefix included. */
  readonly url: string
  /** Requests outside the prefix, which belongs to somebody else. */
  readonly strays: readonly string[]
  leadTo(target: string): void
  close(): void
}

/** A reverse proxy that serves the server under a path, like nginx: with or without stripping the path. */
export async function startPrefixProxy(prefix: string, isStripping: boolean): Promise<PrefixProxy> {
  const strays: string[] = []
  let target = ''
  const server = createServer((incoming, answer) => {
    const { url = '/', method, headers } = incoming
    if (url !== prefix && !url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) {
      strays.push(`${method} ${url}`)
      answer.writeHead(404).end('Somebody else’s.')
      return
    }
    const path = isStripping ? url.slice(prefix.length).replace(/^(?!\/)/, '/') : url
    const { hostname, port } = new URL(target)
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method,
        headers: { ...headers, host: 'inside.example', 'x-forwarded-for': incoming.socket.remoteAddress },
      },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        answer.flushHeaders()
        given.pipe(answer)
      },
    )
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    strays,
    leadTo: (address) => {
      target = address
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
