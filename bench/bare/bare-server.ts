import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../http.ts'

/** The minimum that node:http can do: every request gets the same bytes, from a real response of ours. */
let answer: Answer = { status: 200, headers: [], body: Buffer.alloc(0) }

const server = createServer((request, response) => {
  if (request.method === 'GET') return send(response)
  request.on('end', () => send(response))
  request.resume()
})

function send(response: ServerResponse): void {
  response.writeHead(answer.status, answer.headers as string[])
  response.end(answer.body)
}

process.on('message', (next: Answer) => {
  answer = next
  process.send?.('ready')
})

process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
