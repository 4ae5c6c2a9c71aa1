/** A measurement with as many digits as mean something beside its target. */
export interface NearTarget {
  readonly value: number
  /** The side of the target that the measurement is on, where the digits alone would say that it is exactly on it. */
  readonly side: 'under' | 'over' | null
}

/** Two digits more than the target: enough to tell how far from it a measurement is. */
export function nearTarget(value: number, target: number): NearTarget {
  const written = /^\d+(?:\.(\d+))?$/.exec(String(target))
  // Too large or too small to be written with digits alone.
  if (!written) return { value, side: null }
  const rounded = Number(value.toFixed(Math.min(100, (written[1]?.length ?? 0) + 2)))
  if (rounded !== target || value === target) return { value: rounded, side: null }
  return { value: target, side: value < target ? 'under' : 'over' }
}
