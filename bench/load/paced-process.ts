import { performance } from 'node:perf_hooks'
import { Client } from 'undici'
import type { PacedOrder, PacedReport } from './paced.ts'

/** Runs in a separate process: what it measures must not depend on how busy the harness or another generator is. */
let stopCurrent: (() => Promise<PacedReport>) | undefined

process.on('message', async (message: PacedOrder | 'stop') => {
  if (message === 'stop') process.send?.(await stopCurrent?.(), undefined, undefined, () => {})
  else {
    stopCurrent = await begin(message)
    process.send?.('started')
  }
})

process.on('disconnect', () => process.exit())

async function begin(order: PacedOrder): Promise<() => Promise<PacedReport>> {
  const { url, connections, perSecond, requests } = order
  const pool = await openAll(url, connections)
  const latencies: number[] = []
  let unexpected = 0
  let due = 0
  let isStopped = false

  /** The time counts from when the request was due: one that had to wait for another is late, too. */
  const send = async (n: number, dueAt: number): Promise<void> => {
    const {
      method,
      path,
      headers,
      body = null,
    } = requests[n % requests.length] ?? { method: 'GET', path: '/' }
    try {
      const status = await pool.use(async (client) => {
        const answer = await client.request({ method, path, headers: { ...order.headers, ...headers }, body })
        await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER })
        return answer.statusCode
      })
      if (status !== order.expectStatus) unexpected += 1
    } catch {
      unexpected += 1
    }
    latencies.push(performance.now() - dueAt)
  }

  const everyMs = 1000 / perSecond
  const startedAt = performance.now()
  const tick = (): void => {
    if (isStopped) return
    for (; startedAt + due * everyMs <= performance.now(); due += 1) void send(due, startedAt + due * everyMs)
    setTimeout(tick, Math.max(0, startedAt + due * everyMs - performance.now()))
  }
  tick()

  return async () => {
    isStopped = true
    const inTime = latencies.length - unexpected
    while (latencies.length < due) await new Promise((resolve) => setTimeout(resolve, 2))
    await pool.close()
    return { due, unexpected, inTime, latencies }
  }
}

/**
 * Connections that are open before the first request is due, used in turn so that all of them stay open: a server
 * that is busy accepts new ones far more slowly than it answers.
 */
async function openAll(url: string, connections: number) {
  const options = { bodyTimeout: 120_000, headersTimeout: 120_000, keepAliveTimeout: 60_000 }
  const clients = Array.from({ length: connections }, () => new Client(url, options))
  await Promise.all(
    clients.map(async (client) => (await client.request({ method: 'GET', path: '/healthz' })).body.dump()),
  )
  const free = [...clients]
  const waiting: ((client: Client) => void)[] = []
  return {
    async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const client = free.shift() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)))
      try {
        return await work(client)
      } finally {
        const next = waiting.shift()
        if (next) next(client)
        else free.push(client)
      }
    },
    close: () => Promise.all(clients.map((client) => client.close())),
  }
}
