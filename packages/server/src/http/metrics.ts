import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../services/identity/authenticate.ts'
import { bearerOf } from './bearer.ts'

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  count: number
  seconds: number
  readonly buckets: number[]
}

export function createMetrics() {
  const series = new Map<string, Series>()
  const refusedSignIns = { member: 0, unknown: 0 }
  return {
    /** Whether or not the address that was tried is a member's: of others nothing is in any log. */
    noteRefusedSignIn(address: keyof typeof refusedSignIns): void {
      refusedSignIns[address] += 1
    },
    note(labels: string, seconds: number): void {
      let one = series.get(labels)
      if (!one) {
        one = { labels, count: 0, seconds: 0, buckets: bucketsSeconds.map(() => 0) }
        series.set(labels, one)
      }
      one.count += 1
      one.seconds += seconds
      const bucket = bucketsSeconds.findIndex((limit) => seconds <= limit)
      if (bucket >= 0) one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1
    },
    /** Prometheus' text format. */
    text(): string {
      return [
        ...requestLines([...series.values()]),
        ...signInLines(refusedSignIns),
        ...processLines(),
        '',
      ].join('\n')
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

export function useMetrics(app: FastifyInstance, metrics: Metrics, authenticator: Authenticator): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.note(
      `method="${request.method}",route="${route}",status="${reply.statusCode}"`,
      reply.elapsedTime / 1_000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    await authenticator.authenticate(bearerOf(request.headers.authorization))
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text())
  })
}

function requestLines(all: readonly Series[]): readonly string[] {
  const name = 'svc_http_request_duration_seconds'
  return [
    `# HELP ${name} How long requests took.`,
    `# TYPE ${name} histogram`,
    ...all.flatMap(({ labels, count, seconds, buckets }) => {
      let total = 0
      return [
        ...bucketsSeconds.map((limit, index) => {
          total += buckets[index] ?? 0
          return `${name}_bucket{${labels},le="${limit}"} ${total}`
        }),
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${seconds}`,
        `${name}_count{${labels}} ${count}`,
      ]
    }),
  ]
}

function signInLines(refused: Readonly<Record<string, number>>): readonly string[] {
  const name = 'svc_sign_ins_refused_total'
  return [
    `# HELP ${name} Sign-ins that were refused, by whether the address is a member’s.`,
    `# TYPE ${name} counter`,
    ...Object.entries(refused).map(([address, count]) => `${name}{address="${address}"} ${count}`),
  ]
}

function processLines(): readonly string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    '# HELP process_resident_memory_bytes Memory held by the process.',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# HELP nodejs_heap_size_used_bytes Memory used by objects.',
    '# TYPE nodejs_heap_size_used_bytes gauge',
    `nodejs_heap_size_used_bytes ${heapUsed}`,
    '# HELP process_cpu_seconds_total Processor time used.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# HELP process_uptime_seconds How long the process has run.',
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
}
