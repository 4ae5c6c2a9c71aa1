import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Prepared {
  readonly name: string
  readonly text: string
}

/** A proxy between servers and PostgreSQL that records which statements they prepare under which names. */
export interface ListeningProxy {
  readonly url: string
  readonly prepared: readonly Prepared[]
  /** The texts of named statements, each time that one was asked. */
  readonly executed: readonly string[]
  close(): Promise<void>
}

const parse = 'P'.charCodeAt(0)
const bind = 'B'.charCodeAt(0)

export async function startListeningProxy(databaseUrl: string): Promise<ListeningProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const prepared: Prepared[] = []
  const executed: string[] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    const hear = messagesOf((type, body) => {
      const [first = '', second = ''] = body.toString('utf8').split('\0')
      if (type === parse) prepared.push({ name: first, text: second })
      if (type === bind) executed.push(prepared.find(({ name }) => name === second)?.text ?? '')
    })
    near.on('data', (bytes: Buffer) => {
      hear(bytes)
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    prepared,
    executed,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Parses a client's bytes: a start-up message without a type, then messages of type, length and body. */
function messagesOf(each: (type: number, body: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (isStarted) each(rest.readUInt8(0), rest.subarray(5, end))
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}
