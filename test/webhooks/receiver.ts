import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver in a separate process, which a test may kill. It reports what it got before it responds. */

export interface Receipt {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Whether it was answered with a success. */
  readonly isTaken: boolean
}

export type ReceiverMessage = { readonly port: number } | { readonly receipt: Receipt }

const [port = '0', failing = '0'] = process.argv.slice(2)

process.on('disconnect', () => process.exit(1))

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const isTaken = Math.random() >= Number(failing)
  const { headers } = request
  process.send?.({ receipt: { headers, body, isTaken } } satisfies ReceiverMessage, () => {
    response.writeHead(isTaken ? 204 : 500).end()
  })
})
server.listen(Number(port), '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies ReceiverMessage)
})
