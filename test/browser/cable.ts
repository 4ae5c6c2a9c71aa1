import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Cable {
  /** The server's address at this end. */
  readonly url: string
  /** From now on nothing answers. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** A connection to a server that can be cut, as when the server is stopped. */
export async function layCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(own),
  }
}
