import type { SuiteResult } from './suite.ts'
import type { GeneratorName } from './load/load.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export const suiteNames = ['http', 'beside', 'mixed', 'million', 'processes', 'slow-readers'] as const
export type SuiteName = (typeof suiteNames)[number]

/** Records in the organisation; the listed kind has 2,000 of them in either. */
export const sizes = [2000, 200_000] as const
export type Size = (typeof sizes)[number]

export const scenarioNames = ['read-one', 'list-100', 'list-all', 'list-304', 'patch', 'create'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** One round of load on one server, as the load generator saw it. */
export interface Round {
  readonly perSecond: number
  readonly bytesPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses with an unexpected status, and broken connections. */
  readonly unexpected: number
  /** Share of time the load generator itself was busy: near 1, it was the bottleneck and not the server. */
  readonly generatorBusy: number
  /** CPU time of the server process per request, if the system reports it. */
  readonly cpuMicros: number | null
}

/** One round on each server, one right after the other. */
export interface Turn {
  readonly ours: Round
  readonly bare: Round
  readonly other?: Round
}

export interface Row {
  readonly scenario: ScenarioName
  readonly size: Size
  /** The median of each round's ours ÷ bare. */
  readonly ratio: number
  readonly ours: Round
  readonly bare: Round
  /** The same for another version, and the median of each round's ours ÷ other. */
  readonly other?: { readonly round: Round; readonly ratio: number }
  readonly rounds: readonly Turn[]
}

export interface Startup {
  readonly coldMs: number
  readonly warmMs: number
}

/** Resident memory in MB. */
export interface SizeMemory {
  readonly size: Size
  readonly beforeLoad: number | null
  readonly afterLoad: number | null
}

/** Our server compared with a bare one. */
export interface HttpResult {
  readonly startup: Startup
  readonly idleMemory: number | null
  readonly memory: readonly SizeMemory[]
  readonly rows: readonly Row[]
}

export interface EngineResult {
  readonly engine: Engine
  readonly version: string
  readonly http?: HttpResult | undefined
  readonly suites: readonly SuiteResult[]
}

export interface Plan extends Lengths {
  readonly suites: readonly SuiteName[]
  readonly engines: readonly Engine[]
  readonly sizes: readonly Size[]
  readonly scenarios: readonly ScenarioName[]
  readonly connections: number
  /** Records of the large catalog, and where it is kept between runs. */
  readonly records: number
  readonly cacheDir: string
  readonly isQuick: boolean
  /** All suites, engines, sizes and scenarios at full length: only such a run is saved. */
  readonly isWhole: boolean
  readonly hasCheck: boolean
  /** The program that sends requests; the best one there is, if absent. */
  readonly generator?: GeneratorName | undefined
  /** The program under test. */
  readonly server: string
  /** That of another version, measured alternately. */
  readonly other?: string
}

/** How long everything takes. */
export interface Lengths {
  readonly rounds: number
  readonly roundMs: number
  readonly warmUpMs: number
  readonly startupRepeats: number
  readonly beside: { readonly quietMs: number; readonly operationMs: number }
  readonly mixed: { readonly rounds: number; readonly roundMs: number }
  readonly slowReaders: { readonly readers: number; readonly forMs: number }
  readonly million: { readonly times: number; readonly forMs: number }
}
