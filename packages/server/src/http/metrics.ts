import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requireScope } from '../services/context.ts'
import type { Authenticator } from '../services/identity/authenticate.ts'
import type { CallerLimiter } from '../services/rate-limit/caller-limiter.ts'
import type { JobRun } from '../services/jobs/last-runs.ts'
import { bearerOf } from './bearer.ts'
import { jobLines } from './job-metrics.ts'

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Totals {
  readonly labels: string
  count: number
  seconds: number
}

interface Series extends Totals {
  readonly buckets: number[]
}

/**
 * The counts of at least this many organisations are kept; the least recently active ones start again at 0.
 */
const keptOrganisations = 500

export function createMetrics() {
  const series = new Map<string, Series>()
  const refusedSignIns = { member: 0, unknown: 0 }
  let recent = new Map<string, Map<string, Totals>>()
  let earlier = new Map<string, Map<string, Totals>>()

  const ofOrganisation = (id: string): Map<string, Totals> => {
    const known = recent.get(id)
    if (known) return known
    const own = earlier.get(id) ?? new Map<string, Totals>()
    if (recent.size === keptOrganisations) [recent, earlier] = [new Map(), recent]
    recent.set(id, own)
    return own
  }

  return {
    /** By whether the address is a member's: attempts with other addresses are in no log. */
    noteRefusedSignIn(address: keyof typeof refusedSignIns): void {
      refusedSignIns[address] += 1
    },
    note(labels: string, seconds: number, organisationId: string | undefined): void {
      let one = series.get(labels)
      if (!one) {
        one = { labels, count: 0, seconds: 0, buckets: bucketsSeconds.map(() => 0) }
        series.set(labels, one)
      }
      add(one, seconds)
      const bucket = bucketsSeconds.findIndex((limit) => seconds <= limit)
      if (bucket >= 0) one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1
      if (organisationId === undefined) return
      const own = ofOrganisation(organisationId)
      let totals = own.get(labels)
      if (!totals) {
        totals = { labels, count: 0, seconds: 0 }
        own.set(labels, totals)
      }
      add(totals, seconds)
    },
    /** Prometheus' text format: everything, for the operator. */
    text(runs: readonly JobRun[]): string {
      return [
        ...requestLines([...series.values()]),
        ...signInLines(refusedSignIns),
        ...jobLines(runs),
        ...processLines(),
        '',
      ].join('\n')
    },
    /** One organisation's requests, and nothing about others or the process. */
    textOf(organisationId: string): string {
      const own = recent.get(organisationId) ?? earlier.get(organisationId)
      return [...totalLines([...(own?.values() ?? [])]), ''].join('\n')
    },
  }
}

function add(totals: Totals, seconds: number): void {
  totals.count += 1
  totals.seconds += seconds
}

export type Metrics = ReturnType<typeof createMetrics>

export interface MetricsOptions {
  readonly metrics: Metrics
  readonly authenticator: Authenticator
  readonly limiter: CallerLimiter | undefined
  /** What the operator's own monitoring authenticates with. */
  readonly operatorToken: string | undefined
  readonly jobRuns: () => Promise<readonly JobRun[]>
}

export function useMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { metrics, authenticator, limiter, operatorToken, jobRuns } = options
  app.get('/metrics', async (request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    const bearer = bearerOf(request.headers.authorization)
    if (operatorToken !== undefined && isSame(bearer, operatorToken))
      return reply.send(metrics.text(await jobRuns()))
    const { caller } = await authenticator.authenticate(bearer)
    const limit = await limiter?.(caller)
    request.known = { caller, bearer, limit }
    requireScope(caller, 'read')
    return reply.headers(limit ?? {}).send(metrics.textOf(caller.organisation.id))
  })
}

/** In constant time: digests have the same length and are compared in full. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))

const name = 'svc_http_request_duration_seconds'
const head = [`# HELP ${name} How long requests took.`, `# TYPE ${name} histogram`]

const totalLines = (all: readonly Totals[]): readonly string[] => [
  ...head,
  ...all.flatMap(({ labels, count, seconds }) => [
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${count}`,
  ]),
]

function requestLines(all: readonly Series[]): readonly string[] {
  return [
    ...head,
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
    '# HELP process_uptime_seconds How long the process has been running.',
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
}
