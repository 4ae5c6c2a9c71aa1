import type { Engine, HttpResult, Row, ScenarioName } from './types.ts'

export interface Verdict {
  readonly target: string
  readonly holds: boolean
}

interface RatioTarget {
  readonly engine: Engine
  readonly scenario: ScenarioName
  /** Of the bare server's requests a second in the same run. */
  readonly ratio: number
}

export const ratioTargets: readonly RatioTarget[] = [
  { engine: 'sqlite', scenario: 'read-one', ratio: 0.8 },
  { engine: 'sqlite', scenario: 'list-100', ratio: 0.5 },
  { engine: 'sqlite', scenario: 'list-all', ratio: 0.6 },
  { engine: 'sqlite', scenario: 'list-304', ratio: 0.6 },
  { engine: 'sqlite', scenario: 'patch', ratio: 0.2 },
  { engine: 'sqlite', scenario: 'create', ratio: 0.2 },
  { engine: 'postgres', scenario: 'read-one', ratio: 0.25 },
]

export const limits = {
  /** The share of a ratio that must remain when the organisation grows from 2,000 to 200,000 records. */
  keptWhenGrown: 0.8,
  coldStartMs: 450,
  warmStartMs: 300,
  idleMemory: 90,
  grownMemory: 200,
  mixedMemory: 200,
} as const

/** In the small organisation a row is compared with its target, in the large one with the small one. */
export function judgeRow(
  row: Row,
  { engine, rows }: Pick<HttpResult, 'rows'> & { readonly engine: Engine },
): Verdict | undefined {
  if (row.size !== 2000) return judgeGrowth(row, rows)
  const found = ratioTargets.find((target) => target.engine === engine && target.scenario === row.scenario)
  if (!found) return undefined
  return judgeAtLeast(row.ratio, found.ratio)
}

function judgeGrowth(row: Row, rows: readonly Row[]): Verdict | undefined {
  const small = rows.find(({ size, scenario }) => size === 2000 && scenario === row.scenario)
  if (!small) return undefined
  const kept = row.ratio / small.ratio
  return {
    target: `≥ ${limits.keptWhenGrown.toFixed(2)} of 2,000's: ${kept.toFixed(2)}`,
    holds: kept >= limits.keptWhenGrown,
  }
}

export function judgeAtMost(value: number | null, limit: number, unit: string): Verdict | undefined {
  return value === null ? undefined : { target: `≤ ${limit} ${unit}`, holds: value <= limit }
}

export function judgeAtLeast(value: number, least: number): Verdict {
  return { target: `≥ ${least.toFixed(2)}`, holds: value >= least }
}

/** How much slower than a quiet server's slowest answers a time may be, whatever its target. */
const quietFactor = 5

/** A time depends on the machine: on a slow or busy one, the target grows with what a quiet server takes there. */
export function judgeLatency(value: number, targetMs: number, quietP99Ms: number): Verdict {
  const limit = Math.max(targetMs, quietFactor * quietP99Ms)
  return { target: `≤ ${Math.round(limit)} ms`, holds: value <= limit }
}
