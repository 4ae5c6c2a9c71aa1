import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface Passed {
  readonly method: string
  /** With its query, below `/v1`. */
  readonly path: string
  readonly status: number
}

/** What becomes of a request: it is answered as it should be, or acted on and not answered, or not even that. */
export type Fate = 'passed' | 'silenced' | 'broken off' | 'lost' | Answer

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Stands between a provider and a server, counts what passes, and can be made to do harm. */
export interface Middleman {
  readonly url: string
  /** What was asked and answered since it was last asked for. */
  taken(): readonly Passed[]
  /** Decides over each request from now on. */
  decide(fateOf: (method: string, path: string) => Fate): void
  /** From now on nothing listens there. */
  stop(): Promise<void>
}

export async function startProxy(t: TestContext, target: string): Promise<Middleman> {
  let fateOf: (method: string, path: string) => Fate = () => 'passed'
  let passed: Passed[] = []
  const agent = new http.Agent({ keepAlive: true })

  const handOn = (request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, headers } = request
      const onward = http.request(target + request.url, { method, headers, agent }, resolve)
      onward.once('error', reject).end(body)
    })

  const server = http.createServer(async (request, response) => {
    const { method = '' } = request
    const path = (request.url ?? '').replace(/^\/v1/, '')
    const body = Buffer.concat(await request.toArray())
    const fate = fateOf(method, path)
    if (typeof fate === 'object') {
      passed.push({ method, path, status: fate.status })
      response.writeHead(fate.status, fate.headers).end(fate.body)
      return
    }
    if (fate === 'lost') return void request.socket.destroy()
    const answer = await handOn(request, body)
    const status = answer.statusCode ?? 0
    passed.push({ method, path, status })
    if (fate === 'passed') answer.pipe(response.writeHead(status, answer.headers))
    else {
      answer.resume()
      if (fate === 'broken off') request.socket.destroy()
    }
  })

  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    agent.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  t.after(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const before = passed
      passed = []
      return before
    },
    decide(next) {
      fateOf = next
    },
    stop,
  }
}
