import { connect } from 'node:net'
import type { Client } from '../../testing/index.ts'

export interface RawAnswer {
  readonly status: number
  readonly body: string
  /** How many bytes were written at a time, where the answer was sent in pieces. */
  readonly writes: readonly number[]
}

/** An answer as it came over the wire. */
export async function rawAnswer(url: string, client: Client, path: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(
    `GET /v1${path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${client.token}\r\nconnection: close\r\n\r\n`,
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const headEnd = bytes.indexOf('\r\n\r\n') + 4
  const head = bytes.subarray(0, headEnd).toString()
  const status = Number(head.split(' ', 2)[1])
  const rest = bytes.subarray(headEnd)
  if (!/transfer-encoding: chunked/i.test(head)) return { status, body: rest.toString(), writes: [] }
  const pieces = [...piecesIn(rest)]
  return { status, body: Buffer.concat(pieces).toString(), writes: pieces.map(({ length }) => length) }
}

/**
 * The pieces of a chunked body: each is a length in hex, a line break, that many bytes and another line
 * break.
 */
function* piecesIn(bytes: Buffer): Generator<Buffer> {
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16)
    if (length === 0) return
    at = lineEnd + 2
    yield bytes.subarray(at, at + length)
    at += length + 2
  }
}
