import type { OpenCatalog } from './catalog/open-catalog.ts'
import type { Generator } from './load/load.ts'
import type { StoreMaker } from './stores.ts'
import type { Verdict } from './targets.ts'
import type { Engine, Plan } from './types.ts'

/** What a suite works with. */
export interface SuiteBench {
  readonly plan: Plan
  readonly engine: Engine
  readonly generator: Generator
  readonly stores: StoreMaker
  readonly compileCacheDir: string
  /** The large catalog, filled or copied when it is first asked for. */
  catalog(): Promise<OpenCatalog>
}

/** One line of a suite's table. */
export interface SuiteLine {
  readonly name: string
  readonly cells: readonly string[]
  /** The numbers behind the cells. */
  readonly figures: object
  readonly verdict?: Verdict | undefined
  /** What went wrong while it was measured; then no figure of it counts. */
  readonly trouble?: string | undefined
}

export interface SuiteResult {
  readonly title: string
  /** What was done, in sentences. */
  readonly about: string
  /** The columns between the name and the target. */
  readonly head: readonly string[]
  readonly lines: readonly SuiteLine[]
}
