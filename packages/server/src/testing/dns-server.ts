import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a name has: texts in the pieces they are sent in, an alias, or a failure. */
export interface DnsEntry {
  readonly txt?: readonly (readonly string[])[]
  readonly cname?: string
  /** SERVFAIL, or no response at all. */
  readonly trouble?: 'servfail' | 'silence'
}

export interface DnsServer {
  /** In the form that a resolver accepts. */
  readonly address: string
  /** The entries, by name; every other name does not exist. */
  readonly zone: Map<string, DnsEntry>
  readonly asked: string[]
  stop(): Promise<void>
}

const types = { CNAME: 5, TXT: 16 } as const
const codes = { ok: 0, servfail: 2, nxdomain: 3 } as const
const maxOverUdp = 512

/** A real name server on the loopback interface, over UDP and, for long answers, over TCP. */
export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, DnsEntry>()
  const asked: string[] = []
  const answer = (query: Buffer): Buffer | undefined => {
    const { name } = questionOf(query)
    asked.push(name)
    return zone.get(name)?.trouble === 'silence' ? undefined : answerTo(query, zone.get(name))
  }

  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, Buffer.from(data)])
      while (received.length > 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        const whole = answer(received.subarray(2, end))
        received = received.subarray(end)
        if (whole) socket.write(Buffer.concat([number16(whole.length), whole]))
      }
    })
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', (query, { port: from, address }) => {
    const whole = answer(query)
    if (whole) udp.send(whole.length > maxOverUdp ? truncated(query) : whole, from, address)
  })
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))

  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => udp.close(resolve))
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => tcp.close(resolve))
  }
  return { address: `127.0.0.1:${port}`, zone, asked, stop }
}

interface Question {
  readonly name: string
  readonly type: number
  readonly end: number
}

function questionOf(query: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(query: Buffer, entry: DnsEntry | undefined): Buffer {
  if (!entry) return message(query, { code: codes.nxdomain })
  if (entry.trouble === 'servfail') return message(query, { code: codes.servfail })
  const { type } = questionOf(query)
  if (type === types.CNAME && entry.cname !== undefined)
    return message(query, { records: [{ type, data: nameData(entry.cname) }] })
  const texts = type === types.TXT ? (entry.txt ?? []) : []
  return message(query, { records: texts.map((parts) => ({ type, data: Buffer.concat(parts.map(piece)) })) })
}

const truncated = (query: Buffer): Buffer => message(query, { isTruncated: true })

interface Message {
  readonly code?: number
  readonly records?: readonly { readonly type: number; readonly data: Buffer }[]
  readonly isTruncated?: boolean
}

/** The question, followed by the answer; a record's name points back to the question's. */
function message(query: Buffer, { code = codes.ok, records = [], isTruncated = false }: Message): Buffer {
  const flags = 0x8580 | (isTruncated ? 0x0200 : 0) | code
  return Buffer.concat([
    query.subarray(0, 2),
    ...[flags, 1, records.length, 0, 0].map(number16),
    query.subarray(12, questionOf(query).end),
    ...records.flatMap(({ type, data }) => [
      ...[0xc00c, type, 1, 0, 60].map(number16),
      number16(data.length),
      data,
    ]),
  ])
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const piece = (text: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])

const nameData = (name: string): Buffer => Buffer.concat([...name.split('.').map(piece), Buffer.from([0])])
