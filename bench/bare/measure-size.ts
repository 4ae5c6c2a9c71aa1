import { type Counts, fill } from '../fill.ts'
import { authorize, capture } from '../http.ts'
import { deal, type Generator } from '../load/load.ts'
import { median, medianRound } from '../median.ts'
import { cpuSecondsOf, memoryOf } from '../process-stats.ts'
import { type Catalog, makeScenario, readCatalog, type Scenario } from './scenarios.ts'
import { type BareServer, type RunningServer, settle, startOurs } from '../servers.ts'
import type { StoreMaker } from '../stores.ts'
import type { Plan, Round, Row, ScenarioName, Size, SizeMemory, Turn } from '../types.ts'

export interface Bench {
  readonly plan: Plan
  readonly generator: Generator
  readonly bare: BareServer
  readonly compileCacheDir: string
}

const counts = {
  2000: { resources: 2000 },
  200000: {
    projects: 10_000,
    teams: 1000,
    domains: 2000,
    systems: 10_000,
    apis: 55_000,
    resources: 2000,
    issues: 120_000,
  },
} satisfies Record<Size, Counts>

/** All scenarios in an organisation of one size. */
export async function measureSize(
  bench: Bench,
  stores: StoreMaker,
  size: Size,
): Promise<{ readonly rows: readonly Row[]; readonly memory: SizeMemory }> {
  const { plan } = bench
  const server = await startFilled(bench, plan.server, { stores, size })
  const other = plan.other === undefined ? undefined : await startFilled(bench, plan.other, { stores, size })
  try {
    const beforeLoad = await memoryOf(server.pid)
    const sides = { ours: await sideOf(server), other: other && (await sideOf(other)) }
    const rows: Row[] = []
    for (const name of plan.scenarios) {
      const row = await measureScenario(bench, sides, { name, size })
      const ofOther = row.other ? `, ${row.other.ratio.toFixed(2)} of the other version` : ''
      console.error(
        `  ${name}: ${Math.round(row.ours.perSecond)}/s, ${row.ratio.toFixed(2)} of bare${ofOther}`,
      )
      rows.push(row)
    }
    return { rows, memory: { size, beforeLoad, afterLoad: await memoryOf(server.pid) } }
  } finally {
    await Promise.all([server.stop(), other?.stop()])
  }
}

/** A server with what is in it. */
interface Side {
  readonly server: RunningServer
  readonly catalog: Catalog
}

const sideOf = async (server: RunningServer): Promise<Side> => ({
  server,
  catalog: await readCatalog(server),
})

/** Fills with one process and measures another, so that its memory is that of serving and not of filling. */
async function startFilled(
  bench: Bench,
  program: string,
  { stores, size }: { readonly stores: StoreMaker; readonly size: Size },
): Promise<RunningServer> {
  const store = await stores.newStore()
  const start = () =>
    startOurs({
      program,
      storeFlags: store.flags,
      compileCacheDir: bench.compileCacheDir,
    })
  const filled = await start()
  try {
    await fill(filled.url, filled.token, counts[size])
    await settle(filled)
  } finally {
    await filled.stop()
  }
  await store.tidy()
  const server = await start()
  await settle(server)
  return server
}

interface Task {
  readonly name: ScenarioName
  readonly size: Size
}

/** All take turns, because only measurements from the same time on a noisy machine can be compared. */
async function measureScenario(
  bench: Bench,
  { ours: { server, catalog }, other }: { readonly ours: Side; readonly other: Side | undefined },
  task: Task,
): Promise<Row> {
  const scenario = await makeScenario[task.name](catalog)
  const otherScenario = other && (await makeScenario[task.name](other.catalog))
  await copyAnswer(bench.bare, catalog, scenario)
  const rounds: Turn[] = []
  for (let round = 0; round <= bench.plan.rounds; round++) {
    const runs = {
      ours: () => measureRound(bench, server, scenario, round),
      other: async () => other && otherScenario && measureRound(bench, other.server, otherScenario, round),
      bare: () => measureRound(bench, bench.bare, scenario, round),
    }
    // The first after a pause is slower, so the two versions alternate.
    const [first, second] = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
    const found = { [first]: await runs[first](), [second]: await runs[second]() }
    const { ours, other: others } = found as { readonly ours: Round; readonly other: Round | undefined }
    const bare = await runs.bare()
    if (round > 0) rounds.push({ ours, bare, ...(others && { other: others }) }) // round 0 only warms them up
  }
  return {
    scenario: task.name,
    size: task.size,
    ratio: median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    ours: medianRound(rounds.map(({ ours }) => ours)),
    bare: medianRound(rounds.map(({ bare }) => bare)),
    ...besideOther(rounds),
    rounds,
  }
}

function besideOther(rounds: readonly Turn[]): Pick<Row, 'other'> {
  const pairs = rounds.flatMap(({ ours, other }) => (other ? [{ ours, other }] : []))
  if (pairs.length === 0) return {}
  const ratio = median(pairs.map(({ ours, other }) => ours.perSecond / other.perSecond))
  return { other: { round: medianRound(pairs.map(({ other }) => other)), ratio } }
}

async function copyAnswer(bare: BareServer, catalog: Catalog, scenario: Scenario): Promise<void> {
  const request = scenario.sequences(-1)[0]?.[0]
  if (!request) throw new Error('A scenario without requests: the catalog is empty.')
  const answer = await capture(catalog, request)
  if (answer.status !== scenario.expectStatus) {
    throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${answer.body}`)
  }
  await bare.answerWith(answer)
}

async function measureRound(
  { plan, generator }: Bench,
  server: RunningServer,
  scenario: Scenario,
  round: number,
): Promise<Round> {
  const cpuBefore = await cpuSecondsOf(server.pid)
  const { answered, broken, ...report } = await generator.run({
    url: server.url,
    headers: authorize(server.token),
    expectStatus: scenario.expectStatus,
    lanes: deal(scenario.sequences(round), plan.connections),
    warmUpMs: plan.warmUpMs,
    durationMs: plan.roundMs,
  })
  const cpuAfter = await cpuSecondsOf(server.pid)
  const hasCpu = cpuBefore !== null && cpuAfter !== null && answered > 0
  const cpuMicros = hasCpu ? ((cpuAfter - cpuBefore) * 1e6) / answered : null
  return { ...report, unexpected: report.unexpected + broken, cpuMicros }
}
