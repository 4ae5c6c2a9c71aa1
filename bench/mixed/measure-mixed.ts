import { startOnCopy } from '../catalog/start-on-copy.ts'
import { authorize, type Target } from '../http.ts'
import { deal, type LoadReport } from '../load/load.ts'
import { type PacedReport, type Pacer, startPacer } from '../load/paced.ts'
import { patchesPerSecond, patching } from '../load/patches.ts'
import { median } from '../median.ts'
import { percentilesOf } from '../percentiles.ts'
import { memoryOf } from '../process-stats.ts'
import type { SuiteBench, SuiteLine, SuiteResult } from '../suite.ts'
import { judgeAtLeast, judgeAtMost, judgeLatency, limits, type Verdict } from '../targets.ts'
import type { Engine } from '../types.ts'
import { patchedPath, type Reader, readersOf } from './readers.ts'

/** One round without the writer and one with it, right after each other. */
interface MixedTurn {
  readonly quiet: LoadReport
  readonly mixed: LoadReport
  readonly patches: PacedReport
}

/** What readers lose while others write to the same kind. */
export async function measureMixed(bench: SuiteBench): Promise<SuiteResult> {
  const { engine, plan, generator } = bench
  const { server, manifest } = await startOnCopy(bench)
  const writer = startPacer()
  try {
    const lines: SuiteLine[] = []
    // A single round shows that it works, not how fast: nothing is warmed up for it.
    const firstRound = plan.mixed.rounds > 1 ? 0 : 1
    for (const reader of readersOf(manifest.samples)) {
      const turns: MixedTurn[] = []
      for (let round = firstRound; round <= plan.mixed.rounds; round += 1) {
        const turn = await measureTurn(bench, server, {
          reader,
          writer,
          ids: manifest.samples.patchedDomains,
        })
        if (round > 0) turns.push(turn) // round 0 only warms up
      }
      const found = linesOf(reader, turns, engine)
      for (const { name, cells } of found) console.error(`  ${name}: ${cells.join(', ')}`)
      lines.push(...found)
    }
    lines.push(memoryLine(engine, await memoryOf(server.pid)))
    return {
      title: 'Readers beside a writer',
      about: `${plan.connections} connections read (${generator.name}) while a process of its own sends ${patchesPerSecond} patches a second to other records of the same kind, of which there are ${manifest.size.domains}; medians of ${plan.mixed.rounds} rounds of ${plan.mixed.roundMs / 1000} s with and without it in turn.`,
      head: ['beside', 'quiet', 'ratio', 'p99', 'quiet p99', 'patches done', 'patch p99'],
      lines,
    }
  } finally {
    writer.close()
    await server.stop()
  }
}

async function measureTurn(
  { plan, generator }: SuiteBench,
  server: Target,
  {
    reader,
    writer,
    ids,
  }: { readonly reader: Reader; readonly writer: Pacer; readonly ids: readonly string[] },
): Promise<MixedTurn> {
  const order = {
    url: server.url,
    headers: authorize(server.token),
    expectStatus: 200,
    lanes: deal(
      reader.requests.map((request) => [request]),
      plan.connections,
    ),
    warmUpMs: plan.warmUpMs,
    durationMs: plan.mixed.roundMs,
  }
  const quiet = await generator.run(order)
  await writer.start(patching(server, { path: patchedPath, ids }))
  const mixed = await generator.run(order)
  return { quiet, mixed, patches: await writer.stop() }
}

function linesOf(reader: Reader, turns: readonly MixedTurn[], engine: Engine): readonly SuiteLine[] {
  const of = (pick: (turn: MixedTurn) => number) => median(turns.map(pick))
  const ratio = of(({ quiet, mixed }) => mixed.perSecond / quiet.perSecond)
  const quietP99 = of(({ quiet }) => quiet.p99Ms)
  const patchP99 = of(({ patches }) => percentilesOf(patches.latencies).p99Ms)
  const done = turns.reduce((sum, { patches }) => sum + patches.inTime, 0)
  const due = turns.reduce((sum, { patches }) => sum + patches.due, 0)
  const wrong = turns.reduce(
    (sum, { quiet, mixed }) => sum + quiet.unexpected + quiet.broken + mixed.unexpected + mixed.broken,
    0,
  )
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
  const figures = { ratio, quietP99, patchP99, done, due, turns: turns.map(withoutLatencies) }
  const trouble = wrong > 0 ? `${wrong} wrong answers` : undefined
  return [
    {
      name: reader.name,
      cells: [
        perSecond(of(({ mixed }) => mixed.perSecond)),
        perSecond(of(({ quiet }) => quiet.perSecond)),
        ratio.toFixed(2),
        ms(of(({ mixed }) => mixed.p99Ms)),
        ms(quietP99),
        `${((100 * done) / due).toFixed(1)} %`,
        ms(patchP99),
      ],
      figures,
      verdict: judgeAtLeast(ratio, reader.target[engine]),
      trouble,
    },
    ...patchLines(reader, { engine, patchP99, quietP99, done, due }),
  ]
}

interface PatchFigures {
  readonly engine: Engine
  readonly patchP99: number
  readonly quietP99: number
  readonly done: number
  readonly due: number
}

/** The share of patches that must be done when a round ends: a few are always under way. */
const allInTime = 0.97

/** What is asked of the writer: on SQLite that it does not wait long, on PostgreSQL that nothing is left undone. */
function patchLines(
  { name, patchTargetMs }: Reader,
  { engine, patchP99, quietP99, done, due }: PatchFigures,
): readonly SuiteLine[] {
  const line = (about: string, cells: readonly string[], verdict: Verdict | undefined): SuiteLine => ({
    name: `patches beside ${name}${about}`,
    cells,
    figures: { patchP99, done, due },
    verdict,
  })
  if (engine === 'postgres')
    return [
      line('', ['', '', '', '', '', `${done} of ${due}`, ms(patchP99)], judgeAtLeast(done / due, allInTime)),
    ]
  if (patchTargetMs === undefined) return []
  return [
    line(
      ', p99',
      ['', '', '', '', '', `${done} of ${due}`, ms(patchP99)],
      judgeLatency(patchP99, patchTargetMs, quietP99),
    ),
  ]
}

function memoryLine(engine: Engine, memory: number | null): SuiteLine {
  return {
    name: 'memory after all of it',
    cells: [memory === null ? 'unknown' : `${Math.round(memory)} MB`, '', '', '', '', '', ''],
    figures: { memory },
    verdict: engine === 'sqlite' ? judgeAtMost(memory, limits.mixedMemory, 'MB') : undefined,
  }
}

const withoutLatencies = ({ quiet, mixed, patches }: MixedTurn) => ({
  quiet,
  mixed,
  patches: { due: patches.due, unexpected: patches.unexpected, ...percentilesOf(patches.latencies) },
})

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`
