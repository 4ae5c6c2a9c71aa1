import type { Machine } from './machine.ts'
import { descriptions } from './bare/scenarios.ts'
import type { GeneratorName } from './load/load.ts'
import type { SuiteLine, SuiteResult } from './suite.ts'
import { judgeAtMost, judgeRow, limits, type Verdict } from './targets.ts'
import type { Engine, EngineResult, HttpResult, Plan, Row } from './types.ts'

export interface Run {
  readonly at: string
  readonly machine: Machine
  readonly plan: Plan
  readonly generator: GeneratorName
  /** Sentences about what was not measured. */
  readonly skipped: readonly string[]
}

type Line = readonly string[]

const generatorLimit = 0.95

export function toMarkdown(run: Run, results: readonly EngineResult[]): string {
  const notes = results.some(({ http }) => http) ? [footnotes] : []
  const parts = [heading(run), ...results.map(engineSection), ...run.skipped, ...notes]
  return `${parts.join('\n\n')}\n`
}

export function missedTargets(results: readonly EngineResult[]): readonly string[] {
  return results.flatMap(({ engine, http, suites }) => [
    ...(http ? missedByHttp({ engine, ...http }) : []),
    ...suites.flatMap(({ title, lines }) =>
      lines
        .filter(({ verdict, trouble }) => verdict?.holds === false || trouble !== undefined)
        .map(({ name }) => `${engine}, ${title}: ${name}`),
    ),
  ])
}

/** The figures of the http suite with the engine that they belong to. */
type OnEngine = HttpResult & { readonly engine: Engine }

const missedByHttp = (result: OnEngine): readonly string[] => [
  ...result.rows
    .filter((row) => judgeRow(row, result)?.holds === false || countUnexpected(row) > 0)
    .map((row) => `${result.engine}, ${row.size} records, ${row.scenario}`),
  ...figures(result)
    .filter(({ verdict }) => verdict?.holds === false)
    .map(({ name }) => `${result.engine}, ${name}`),
]

function heading({ at, machine, plan, generator }: Run): string {
  const disk = machine.isMemoryDisk ? ' The data was in memory (tmpfs): writes did not wait for a disk.' : ''
  const length = plan.isQuick ? ' A quick run: a first look, not a result.' : ''
  return `# Bench, ${at.slice(0, 10)}

Node ${machine.node}, ${machine.system}, ${machine.cpu}, load ${machine.loadBefore.toFixed(1)} before the run; a synced write takes ${machine.syncMs.toFixed(2)} ms. ${plan.connections} connections, ${generators[generator]}; medians of ${plan.rounds} rounds of ${plan.roundMs / 1000} s, ours and bare in turn.${disk}${length}`
}

const generators = {
  wrk: 'requests from wrk in one thread',
  autocannon:
    'requests from autocannon, because wrk is not installed: it is busy before a fast server is, and the ratios of fast scenarios are too high',
} satisfies Record<GeneratorName, string>

function engineSection({ engine, version, http, suites }: EngineResult): string {
  const parts = http ? httpTables({ engine, ...http }) : []
  return [`## ${version}`, ...parts, ...suites.map(suiteSection)].join('\n\n')
}

const httpTables = (result: OnEngine): readonly string[] => [
  rowTable(result),
  ...otherTable(result),
  figureTable(result),
]

function suiteSection({ title, about, head, lines }: SuiteResult): string {
  return [`### ${title}`, about, table(['', ...head, 'target', 'holds'], lines.map(suiteLine))].join('\n\n')
}

const suiteLine = ({ name, cells, verdict, trouble }: SuiteLine): Line => [
  name,
  ...cells,
  verdict?.target ?? '',
  trouble ?? mark(verdict),
]

function rowTable(result: OnEngine): string {
  const head = [
    '',
    'records',
    'ours/s',
    'bare/s',
    'ratio',
    'p99',
    'bare p99',
    'CPU/request',
    'bare CPU',
    'target',
    'holds',
  ]
  return table(
    head,
    result.rows.map((row) => rowLine(row, result)),
  )
}

function rowLine(row: Row, result: OnEngine): Line {
  const { ours, bare } = row
  const bareMark = bare.generatorBusy > generatorLimit ? '*' : ''
  const verdict = judgeRow(row, result)
  const trouble = countUnexpected(row)
  return [
    descriptions[row.scenario],
    thousands(row.size),
    thousands(ours.perSecond),
    `${thousands(bare.perSecond)}${bareMark}`,
    row.ratio.toFixed(2),
    `${ours.p99Ms.toFixed(1)} ms`,
    `${bare.p99Ms.toFixed(1)} ms`,
    micros(ours.cpuMicros),
    micros(bare.cpuMicros),
    verdict?.target ?? '',
    trouble > 0 ? `${trouble} wrong answers` : mark(verdict),
  ]
}

/** Ours compared with another version, if there is one. */
function otherTable({ rows }: HttpResult): readonly string[] {
  const lines = rows.flatMap(({ scenario, size, ours, other }) =>
    other
      ? [
          [
            descriptions[scenario],
            thousands(size),
            thousands(ours.perSecond),
            thousands(other.round.perSecond),
            other.ratio.toFixed(2),
            micros(ours.cpuMicros),
            micros(other.round.cpuMicros),
          ],
        ]
      : [],
  )
  if (lines.length === 0) return []
  return [table(['', 'records', 'ours/s', 'other/s', 'ratio', 'CPU/request', 'other CPU'], lines)]
}

function figureTable(result: OnEngine): string {
  const lines = figures(result).map(({ name, value, verdict }) => [
    name,
    value,
    verdict?.target ?? '',
    mark(verdict),
  ])
  return table(['', 'measured', 'target', 'holds'], lines)
}

function figures({ engine, startup, idleMemory, memory }: OnEngine) {
  const limitMs = (value: number, limit: number) =>
    engine === 'sqlite' ? judgeAtMost(value, limit, 'ms') : undefined
  const start = (name: string, value: number, verdict?: Verdict) => ({
    name,
    value: `${Math.round(value)} ms`,
    verdict,
  })
  const memoryUse = (name: string, value: number | null, verdict?: Verdict) => ({
    name,
    value: value === null ? 'unknown' : `${Math.round(value)} MB`,
    verdict,
  })
  return [
    start(
      'start to first answer, empty store, cold compile cache',
      startup.coldMs,
      limitMs(startup.coldMs, limits.coldStartMs),
    ),
    start('the same, warm compile cache', startup.warmMs, limitMs(startup.warmMs, limits.warmStartMs)),
    memoryUse('memory, idle', idleMemory, judgeAtMost(idleMemory, limits.idleMemory, 'MB')),
    ...memory.flatMap(({ size, beforeLoad, afterLoad }) => {
      const limit = size === 200_000 ? judgeAtMost(afterLoad, limits.grownMemory, 'MB') : undefined
      const name = `memory, ${thousands(size)} records`
      return [memoryUse(`${name}, started`, beforeLoad), memoryUse(`${name}, after load`, afterLoad, limit)]
    }),
  ]
}

const footnotes = `The ratio is the median of ours ÷ bare of each round, so it need not equal the quotient of the two medians. CPU/request is what the server process used, the database server's own not included. \\* The load generator was busy all the time: the bare server could have done more, and the true ratio is lower.`

function countUnexpected({ ours, bare, other }: Row): number {
  return ours.unexpected + bare.unexpected + (other?.round.unexpected ?? 0)
}

function mark(verdict: Verdict | undefined): string {
  if (!verdict) return ''
  return verdict.holds ? 'yes' : 'NO'
}

function micros(value: number | null): string {
  return value === null ? '' : `${thousands(value)} µs`
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Padded, so that it reads as well in a terminal as it does rendered. */
function table(head: Line, lines: readonly Line[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: Line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = draw(widths.map((width) => '-'.repeat(width)))
  return [draw(head), rule, ...lines.map(draw)].join('\n')
}
