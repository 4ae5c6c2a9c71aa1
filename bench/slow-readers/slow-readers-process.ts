import { connect, type Socket } from 'node:net'
import type { SlowOrder, SlowReport } from './slow-readers.ts'

/**
 * Many connections that ask for something long and take it in sips, as from a phone in a train: each reads a little
 * several times a second and leaves the rest to the buffers of the server.
 */
process.on('message', (message: SlowOrder | 'stop') => {
  if (message === 'stop') finish()
  else begin(message)
})

process.on('disconnect', () => process.exit())

const sipBytes = 4096
const sockets: Socket[] = []
const report = { answered: 0, refused: 0, broken: 0, bytes: 0 }

function begin({ url, token, path, readers, sipMs }: SlowOrder): void {
  const { hostname, port } = new URL(url)
  const head = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  for (let n = 0; n < readers; n += 1) {
    let isFirst = true
    const sip = (size: number, buffer: Uint8Array): boolean => {
      if (isFirst) note(buffer)
      isFirst = false
      report.bytes += size
      setTimeout(() => socket.resume(), sipMs)
      return false // reads no more until it is resumed
    }
    const onread = { buffer: Buffer.alloc(sipBytes), callback: sip }
    const socket = connect({ port: Number(port), host: hostname, onread })
    sockets.push(socket)
    socket.on('connect', () => socket.write(head))
    socket.on('error', () => {
      report.broken += 1
    })
  }
  process.send?.('started')
}

function note(head: Uint8Array): void {
  if (Buffer.from(head).toString('latin1', 9, 12) === '200') report.answered += 1
  else report.refused += 1
}

function finish(): void {
  const found: SlowReport = { ...report }
  for (const socket of sockets) socket.destroy()
  process.send?.(found)
}
