import { makeScenario, readCatalog, type Scenario } from '../bare/scenarios.ts'
import { fill } from '../fill.ts'
import { authorize } from '../http.ts'
import { deal, type Generator, type LoadReport, startGenerator } from '../load/load.ts'
import { median } from '../median.ts'
import { cpuSecondsOf } from '../process-stats.ts'
import { type RunningServer, settle, startOurs } from '../servers.ts'
import type { SuiteBench, SuiteLine, SuiteResult } from '../suite.ts'
import { judgeAtLeast } from '../targets.ts'
import { type DatabaseCost, type DatabaseWatch, watchDatabase } from './database-stats.ts'

const counts = [1, 2, 4] as const
type Count = (typeof counts)[number]

/** Of what one process does. Four on two cores are reported, not judged. */
const targets: Readonly<Partial<Record<Count, number>>> = { 2: 0.9 }

const scenarios = ['read-one', 'patch', 'create'] as const
const names = {
  'read-one': 'read one of 2,000 records',
  patch: 'patch, one partition',
  create: 'create, one partition',
} as const

interface ProcessRound {
  readonly perSecond: number
  readonly p99Ms: number
  readonly wrong: number
  /** Of each request, in microseconds. */
  readonly serverMicros: number | null
  readonly databaseMicros: number | null
  readonly statements: number | null
  readonly commits: number
  readonly waiting: number
}

/** Whether two processes on one database do as much as one, with the same number of connections in all. */
export async function measureProcesses(bench: SuiteBench): Promise<SuiteResult> {
  const { plan, stores, compileCacheDir } = bench
  const store = await stores.newStore()
  const start = () => startOurs({ program: plan.server, storeFlags: store.flags, compileCacheDir })
  const [first, ...others] = [await start(), await start(), await start(), await start()]
  const servers = [first, ...others]
  const generators = await Promise.all(servers.map(() => startGenerator(plan.generator)))
  const watch = await watchDatabase(store.flags.at(-1) ?? '')
  try {
    await fill(first.url, first.token, { resources: 2000 })
    await store.tidy()
    for (const server of servers) await settle(server)
    const catalog = await readCatalog(first)
    const lines: SuiteLine[] = []
    for (const name of scenarios.filter((one) => plan.scenarios.includes(one))) {
      const scenario = await makeScenario[name](catalog)
      const rounds = await measureRounds({ bench, servers, generators, watch }, scenario)
      const found = linesOf(names[name], rounds)
      for (const line of found) console.error(`  ${line.name}: ${line.cells.join(', ')}`)
      lines.push(...found)
    }
    return {
      title: 'Several processes on one database',
      about: `${plan.connections} connections in all, shared evenly by one, two or four processes of svc on the same database, in turn; medians of ${plan.rounds} rounds of ${plan.roundMs / 1000} s. Load generators, processes and the database share the machine's cores.`,
      head: [
        ...['requests', 'of one', 'p99', 'CPU/request', 'database CPU', 'statements/request'],
        ...['commits/request', 'waiting for locks'],
      ],
      lines,
    }
  } finally {
    await watch.close()
    for (const generator of generators) generator.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

interface Place {
  readonly bench: SuiteBench
  readonly servers: readonly RunningServer[]
  readonly generators: readonly Generator[]
  readonly watch: DatabaseWatch
}

type Rounds = readonly Readonly<Record<Count, ProcessRound>>[]

async function measureRounds(place: Place, scenario: Scenario): Promise<Rounds> {
  const { rounds } = place.bench.plan
  const measured: Record<Count, ProcessRound>[] = []
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
    const found: Partial<Record<Count, ProcessRound>> = {}
    // The first after a pause is slower, so they alternate.
    for (const count of round % 2 === 0 ? counts : counts.toReversed())
      found[count] = await measureRound(place, scenario, { count, round })
    if (round > 0) measured.push(found as Record<Count, ProcessRound>) // round 0 only warms up
  }
  return measured
}

async function measureRound(
  { bench: { plan }, servers, generators, watch }: Place,
  scenario: Scenario,
  { count, round }: { readonly count: Count; readonly round: number },
): Promise<ProcessRound> {
  const used = servers.slice(0, count)
  const lanes = deal(scenario.sequences(round * 10 + count), plan.connections)
  const cpu = async () => Promise.all(used.map(({ pid }) => cpuSecondsOf(pid)))
  const before = await cpu()
  const { result: reports, cost } = await watch.during(() =>
    Promise.all(
      used.map(({ url, token }, index) =>
        (generators[index] as Generator).run({
          url,
          headers: authorize(token),
          expectStatus: scenario.expectStatus,
          lanes: lanes.filter((_, lane) => lane % count === index),
          warmUpMs: 0,
          durationMs: plan.roundMs,
        }),
      ),
    ),
  )
  return roundOf(reports, cost, sumOf(await cpu(), before))
}

function roundOf(
  reports: readonly LoadReport[],
  { statements, commits, waiting, cpuSeconds }: DatabaseCost,
  serverSeconds: number | null,
): ProcessRound {
  const total = (pick: (report: LoadReport) => number) => reports.reduce((sum, one) => sum + pick(one), 0)
  const answered = total((report) => report.answered)
  const micros = (seconds: number | null) => (seconds === null ? null : (seconds * 1e6) / answered)
  return {
    perSecond: total((report) => report.perSecond),
    p99Ms: Math.max(...reports.map((report) => report.p99Ms)),
    wrong: total((report) => report.unexpected + report.broken),
    serverMicros: micros(serverSeconds),
    databaseMicros: micros(cpuSeconds),
    statements: statements === null ? null : statements / answered,
    commits: commits / answered,
    waiting,
  }
}

const sumOf = (after: readonly (number | null)[], before: readonly (number | null)[]): number | null =>
  after.reduce<number | null>((sum, one, index) => {
    const was = before[index] ?? null
    return sum === null || one === null || was === null ? null : sum + one - was
  }, 0)

function linesOf(name: string, rounds: Rounds): readonly SuiteLine[] {
  return counts.map((count) => {
    const of = (pick: (round: ProcessRound) => number | null) =>
      median(rounds.map((round) => pick(round[count]) ?? Number.NaN))
    const shown = (value: number, text: (value: number) => string) => (Number.isNaN(value) ? '' : text(value))
    const micros = (value: number) => shown(value, (known) => `${Math.round(known)} µs`)
    const ratio = median(rounds.map((round) => round[count].perSecond / round[1].perSecond))
    const wrong = rounds.reduce((sum, round) => sum + round[count].wrong, 0)
    const target = targets[count]
    return {
      name: `${name}, ${count} ${count === 1 ? 'process' : 'processes'}`,
      cells: [
        `${Math.round(of(({ perSecond }) => perSecond)).toLocaleString('en')}/s`,
        ratio.toFixed(2),
        `${of(({ p99Ms }) => p99Ms).toFixed(1)} ms`,
        micros(of(({ serverMicros }) => serverMicros)),
        micros(of(({ databaseMicros }) => databaseMicros)),
        shown(
          of(({ statements }) => statements),
          (value) => value.toFixed(2),
        ),
        of(({ commits }) => commits).toFixed(2),
        of(({ waiting }) => waiting).toFixed(1),
      ],
      figures: { ratio, rounds: rounds.map((round) => round[count]) },
      verdict: target === undefined ? undefined : judgeAtLeast(ratio, target),
      trouble: wrong > 0 ? `${wrong} wrong answers` : undefined,
    }
  })
}
