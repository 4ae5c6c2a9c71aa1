import type { Engine, EngineResult, Row, ScenarioName } from './types.ts'

export interface Verdict {
  readonly target: string
  readonly holds: boolean
}

interface RatioTarget {
  readonly engine: Engine
  readonly scenario: ScenarioName
  /** Of the bare server's requests a second in the same run. */
  readonly ratio: number
  /** Or so many a second, whatever the ratio. */
  readonly orPerSecond?: number
}

export const ratioTargets: readonly RatioTarget[] = [
  { engine: 'sqlite', scenario: 'read-one', ratio: 0.5 },
  { engine: 'sqlite', scenario: 'list-100', ratio: 0.5 },
  { engine: 'sqlite', scenario: 'list-all', ratio: 0.6 },
  { engine: 'sqlite', scenario: 'list-304', ratio: 0.6 },
  { engine: 'sqlite', scenario: 'create', ratio: 0.25, orPerSecond: 2500 },
  { engine: 'postgres', scenario: 'read-one', ratio: 0.25 },
]

export const limits = {
  /** The share of a ratio that must remain when the organisation grows from 2,000 to 200,000 records. */
  keptWhenGrown: 0.8,
  startupMs: 1000,
  idleMemory: 120,
  grownMemory: 250,
} as const

/** In the small organisation a row is compared with its target, in the large one with the small one. */
export function judgeRow(row: Row, { engine, rows }: EngineResult): Verdict | undefined {
  if (row.size !== 2000) return judgeGrowth(row, rows)
  const found = ratioTargets.find((target) => target.engine === engine && target.scenario === row.scenario)
  if (!found) return undefined
  const { ratio, orPerSecond = Number.POSITIVE_INFINITY } = found
  const alternative = found.orPerSecond ? ` or ≥ ${found.orPerSecond}/s` : ''
  return {
    target: `≥ ${ratio.toFixed(2)}${alternative}`,
    holds: row.ratio >= ratio || row.ours.perSecond >= orPerSecond,
  }
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
