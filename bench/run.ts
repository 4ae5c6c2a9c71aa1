import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGenerator } from './load.ts'
import { describeMachine } from './machine.ts'
import { type Bench, measureSize } from './measure.ts'
import { help, readPlan } from './options.ts'
import { missedTargets, type Run, toMarkdown } from './report.ts'
import { keepResult } from './results.ts'
import { startBare } from './servers.ts'
import { measureStartup } from './startup.ts'
import { storeMakers } from './stores.ts'
import type { Engine, EngineResult, Plan } from './types.ts'

async function main(plan: Plan): Promise<void> {
  const scratchDir = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  process.once('exit', () => rmSync(scratchDir, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const generator = startGenerator()
  const bare = await startBare()
  try {
    const machine = await describeMachine(scratchDir)
    const { results, skipped } = await measureAll(
      { plan, generator, bare, compileCacheDir: scratchDir },
      scratchDir,
    )
    const run = { at: new Date().toISOString(), machine, plan, skipped }
    console.log(toMarkdown(run, results))
    if (plan.isWhole) await keep(run, results)
    if (plan.hasCheck) check(results)
  } finally {
    generator.stop()
    await bare.stop()
  }
}

async function measureAll(
  bench: Bench,
  scratchDir: string,
): Promise<{ results: readonly EngineResult[]; skipped: readonly string[] }> {
  const results: EngineResult[] = []
  const skipped: string[] = []
  for (const engine of bench.plan.engines) {
    const result = await measureEngine(bench, engine, scratchDir)
    if (typeof result === 'string') skipped.push(result)
    else results.push(result)
  }
  return { results, skipped }
}

async function measureEngine(
  bench: Bench,
  engine: Engine,
  scratchDir: string,
): Promise<EngineResult | string> {
  const stores = await storeMakers[engine](scratchDir)
  if ('unavailable' in stores) return `Not measured on ${engine}: ${stores.unavailable}`
  try {
    console.error(`${stores.version}: start-up`)
    const startup = await measureStartup(bench.plan, stores, scratchDir)
    const measured = []
    for (const size of bench.plan.sizes) {
      console.error(`${stores.version}: ${size} records`)
      measured.push(await measureSize(bench, stores, size))
    }
    return {
      engine,
      version: stores.version,
      ...startup,
      memory: measured.map(({ memory }) => memory),
      rows: measured.flatMap(({ rows }) => rows),
    }
  } finally {
    await stores.stop()
  }
}

/** A quick or partial run is only printed: it would replace a complete one. */
async function keep(run: Run, results: readonly EngineResult[]): Promise<void> {
  for (const result of results)
    await keepResult(result.engine, { report: toMarkdown(run, [result]), figures: { ...run, result } })
}

function check(results: readonly EngineResult[]): void {
  const missed = missedTargets(results)
  for (const what of missed) console.error(`Missed: ${what}`)
  if (missed.length > 0) process.exitCode = 1
}

const plan = readPlan(process.argv.slice(2))
if (plan === 'help') console.log(help)
else if ('mistake' in plan) {
  console.error(`${plan.mistake}\n\n${help}`)
  process.exitCode = 2
} else await main(plan)
