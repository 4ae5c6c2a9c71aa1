/**
 * How far the clocks of two processes may be apart. A time further ahead was written by a clock that was wrong, and
 * counts for nothing: otherwise everything that waits for it would wait until that day comes.
 */
export const clockToleranceMs = 300_000

/** The latest time that can be true at a moment, of something that lies so far ahead by itself. */
export const latestTrue = (at: string, aheadMs = 0): string =>
  new Date(Date.parse(at) + aheadMs + clockToleranceMs).toISOString()

/** Whether a time of something past was written by a clock that was ahead. */
export const isAhead = (time: string | null | undefined, at: string): boolean =>
  typeof time === 'string' && time > latestTrue(at)
