export type Domain = readonly [number, number]

/** Round numbers over a domain, a few of them. */
export function ticksOf([low, high]: Domain, count = 4): readonly number[] {
  const span = high - low
  if (!(span > 0)) return [low]
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step) * step
  const ticks: number[] = []
  for (let index = 0; first + index * step <= high + step / 1_000; index++) {
    ticks.push(Number((first + index * step).toPrecision(12)))
  }
  return ticks
}

/** A domain that ends at round numbers. */
export function niceDomain([low, high]: Domain, count = 4): Domain {
  const ticks = ticksOf([low, high], count)
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step]
}
