import { measureSize } from './bare/measure-size.ts'
import { measureStartup } from './bare/startup.ts'
import { measureBeside } from './beside/measure-beside.ts'
import { type OpenCatalog, openCatalog } from './catalog/open-catalog.ts'
import { sizeOf } from './catalog/contents/size.ts'
import type { Generator } from './load/load.ts'
import { measureMillion } from './million/measure-million.ts'
import { measureMixed } from './mixed/measure-mixed.ts'
import { measureProcesses } from './processes/measure-processes.ts'
import { startBare } from './servers.ts'
import { measureSlowReaders } from './slow-readers/measure-slow-readers.ts'
import { type StoreMaker, storeMakers } from './stores.ts'
import type { SuiteBench, SuiteResult } from './suite.ts'
import type { Engine, EngineResult, HttpResult, Plan, SuiteName } from './types.ts'

export interface Setting {
  readonly plan: Plan
  readonly generator: Generator
  readonly scratchDir: string
  /** Sentences about what could not be measured are added here. */
  readonly skipped: string[]
}

const measures = {
  beside: measureBeside,
  mixed: measureMixed,
  million: measureMillion,
  processes: measureProcesses,
  'slow-readers': measureSlowReaders,
} satisfies Record<Exclude<SuiteName, 'http'>, (bench: SuiteBench) => Promise<SuiteResult>>

/** All the suites of a run on one engine. */
export async function measureEngine(setting: Setting, engine: Engine): Promise<EngineResult | undefined> {
  const { plan, generator, scratchDir, skipped } = setting
  const stores = await storeMakers[engine](scratchDir)
  if ('unavailable' in stores) {
    skipped.push(`Not measured on ${engine}: ${stores.unavailable}`)
    return undefined
  }
  let opened: OpenCatalog | undefined
  const catalog = async (): Promise<OpenCatalog> => {
    if (opened) return opened
    console.error(`${stores.version}: the large catalog`)
    const { version } = stores
    const place = { cacheDir: plan.cacheDir, scratchDir, size: sizeOf(plan.records), version }
    const found = await openCatalog[engine](place)
    if ('unavailable' in found) throw new Unavailable(found.unavailable)
    opened = found
    return found
  }
  try {
    const bench = { plan, engine, generator, stores, compileCacheDir: scratchDir, catalog }
    const http = plan.suites.includes('http') ? await measureHttp(setting, stores) : undefined
    const suites: SuiteResult[] = []
    for (const name of plan.suites) {
      // SQLite has one process.
      if (name === 'http' || (name === 'processes' && engine === 'sqlite')) continue
      console.error(`${stores.version}: ${name}`)
      try {
        suites.push(await measures[name](bench))
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        skipped.push(`${name} was not measured on ${engine}: ${error.message}`)
      }
    }
    return { engine, version: stores.version, http, suites }
  } finally {
    await opened?.close()
    await stores.stop()
  }
}

class Unavailable extends Error {}

async function measureHttp(
  { plan, generator, scratchDir }: Setting,
  stores: StoreMaker,
): Promise<HttpResult> {
  console.error(`${stores.version}: start-up`)
  const startup = await measureStartup(plan, stores, scratchDir)
  const bare = await startBare()
  try {
    const measured = []
    for (const size of plan.sizes) {
      console.error(`${stores.version}: ${size} records`)
      measured.push(await measureSize({ plan, generator, bare, compileCacheDir: scratchDir }, stores, size))
    }
    return {
      ...startup,
      memory: measured.map(({ memory }) => memory),
      rows: measured.flatMap(({ rows }) => rows),
    }
  } finally {
    await bare.stop()
  }
}
