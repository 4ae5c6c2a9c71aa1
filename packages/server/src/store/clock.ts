/**
 * How far the clocks of two processes may differ. A time further ahead was written by a wrong clock and is ignored:
 * otherwise everything that waits for it would wait until then.
 */
export const clockToleranceMs = 300_000

/** The latest plausible time at a moment, for something that is scheduled `aheadMs` ahead. */
export const latestPlausible = (at: string, aheadMs = 0): string =>
  new Date(Date.parse(at) + aheadMs + clockToleranceMs).toISOString()

/** Whether the time of a past event was written by a clock that was ahead. */
export const isAhead = (time: string | null | undefined, at: string): boolean =>
  typeof time === 'string' && time > latestPlausible(at)
