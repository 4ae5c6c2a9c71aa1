import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGenerator } from './load/load.ts'
import { describeMachine } from './machine.ts'
import { measureEngine } from './measure-engine.ts'
import { help, readPlan } from './options.ts'
import { missedTargets, type Run, toMarkdown } from './report.ts'
import { keepResult } from './results.ts'
import type { EngineResult, Plan } from './types.ts'

async function main(plan: Plan): Promise<void> {
  const scratchDir = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  process.once('exit', () => rmSync(scratchDir, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const generator = await startGenerator(plan.generator)
  try {
    const machine = await describeMachine(scratchDir)
    const results: EngineResult[] = []
    const skipped: string[] = []
    for (const engine of plan.engines) {
      const result = await measureEngine({ plan, generator, scratchDir, skipped }, engine)
      if (result) results.push(result)
    }
    const run = { at: new Date().toISOString(), machine, plan, generator: generator.name, skipped }
    console.log(toMarkdown(run, results))
    if (plan.isWhole) await keep(run, results)
    if (plan.hasCheck) check(results)
  } finally {
    generator.stop()
  }
}

/** A quick or partial run is only printed: it would replace a complete one. */
async function keep(run: Run, results: readonly EngineResult[]): Promise<void> {
  // Where it was cached says nothing about the figures, but something about the machine.
  const { cacheDir: _, ...plan } = run.plan
  for (const result of results)
    await keepResult(result.engine, { report: toMarkdown(run, [result]), figures: { ...run, plan, result } })
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
