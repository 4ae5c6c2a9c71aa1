import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
  readonly json: any
  readonly at: number
}

export interface WebhookReceiver {
  readonly url: string
  /** `127.0.0.1:port`, for the allow-list. */
  readonly host: string
  readonly received: readonly Received[]
  /** What it answers from now on. */
  answerWith(answer: (response: ServerResponse, received: Received) => void): void
}

/** A receiver on the loopback interface that records what it receives. */
export async function startReceiver(t: TestContext): Promise<WebhookReceiver> {
  const received: Received[] = []
  let answer = (response: ServerResponse, _: Received): void => void response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { headers: request.headers, body, json: JSON.parse(body), at: Date.now() }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/hook`,
    host,
    received,
    answerWith: (next) => {
      answer = next
    },
  }
}
