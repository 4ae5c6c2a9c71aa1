import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a server and PostgreSQL that can disconnect or become silent. */
export interface FickleProxy {
  readonly url: string
  /** Breaks every connection and refuses new ones, until repaired. */
  cut(): void
  /** Passes nothing on, without breaking anything: also of new connections, unless only those that are open. */
  silence(which: 'all' | 'open'): void
  /** Falls silent on a connection once it is asked to commit, before the database hears of it. */
  silenceAtCommit(): void
  mend(): void
  /** Connects new clients to another server from now on. */
  turnTo(databaseUrl: string): void
  close(): Promise<void>
}

const commit = Buffer.from('commit\0')

export async function startFickleProxy(databaseUrl: string): Promise<FickleProxy> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  let isArmed = false

  const server = createServer((near) => {
    if (state === 'cut') return near.resetAndDestroy()
    const far = connect(Number(target.port), target.hostname)
    if (state === 'silent') silent.add(near)
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
        silent.add(near)
      }
      if (!silent.has(near)) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!silent.has(near)) near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut: () => {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    silence: (which) => {
      if (which === 'all') state = 'silent'
      for (const socket of sockets) silent.add(socket)
    },
    silenceAtCommit: () => {
      isArmed = true
    },
    mend: () => {
      state = 'whole'
    },
    turnTo: (other) => {
      target = new URL(other)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
