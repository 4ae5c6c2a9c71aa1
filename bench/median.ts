import type { Round } from './types.ts'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The median of each figure; errors are added up. */
export function medianRound(rounds: readonly Round[]): Round {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const hasCpu = rounds.every(({ cpuMicros }) => cpuMicros !== null)
  return {
    perSecond: of((round) => round.perSecond),
    bytesPerSecond: of((round) => round.bytesPerSecond),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    generatorBusy: of((round) => round.generatorBusy),
    cpuMicros: hasCpu ? of((round) => round.cpuMicros ?? Number.NaN) : null,
    unexpected: rounds.reduce((sum, round) => sum + round.unexpected, 0),
  }
}
