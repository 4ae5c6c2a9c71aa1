/** The same numbers in every run, so that every run measures the same catalog. */
export interface Random {
  /** From 0 up to, but not including, `end`. */
  below(end: number): number
  of<T>(values: readonly T[]): T
  /** True once in so many times. */
  once(times: number): boolean
}

/** Mulberry32: short, fast, and random enough for names. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    of: (values) => values[below(values.length)] as (typeof values)[number],
    once: (times) => below(times) === 0,
  }
}
