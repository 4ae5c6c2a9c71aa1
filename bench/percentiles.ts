export interface Percentiles {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export function percentilesOf(latencies: readonly number[]): Percentiles {
  const sorted = [...latencies].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}
