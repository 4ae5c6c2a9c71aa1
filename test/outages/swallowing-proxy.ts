import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a server and PostgreSQL that can lose the response to a commit. */
export interface SwallowingProxy {
  readonly url: string
  /** The next commit reaches the database, and then the connection breaks before its answer is passed on. */
  swallowNextCommit(): void
  readonly swallowed: number
  close(): Promise<void>
}

const commit = Buffer.from('commit\0')

export async function startSwallowingProxy(databaseUrl: string): Promise<SwallowingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isArmed = false
  let swallowed = 0

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let isLost = false
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => {
      if (isArmed && bytes.includes(commit)) {
        isArmed = false
        isLost = true
        swallowed += 1
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isLost) near.destroy()
      else near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    swallowNextCommit: () => {
      isArmed = true
    },
    get swallowed() {
      return swallowed
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
