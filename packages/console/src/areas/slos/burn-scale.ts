import { burnRules } from '@svc/model'

/** The slowest rate that the chart tells apart: at a tenth, a budget lasts ten windows. */
export const slowest = 0.1

/** Rates differ by orders of magnitude, and a day at 1 matters as much as an hour at 24. */
export const onLogScale = (rate: number): number => Math.log10(Math.max(slowest, rate))

/** From the slowest rate to the fastest, and in any case past the limits of the alerts. */
export function burnDomain(rates: readonly (number | null)[]): readonly [number, number] {
  const limits = burnRules.map(({ limit }) => limit)
  const fastest = rates.reduce<number>((most, rate) => Math.max(most, rate ?? 0), Math.max(...limits))
  return [onLogScale(slowest), onLogScale(fastest * 1.4)]
}

/** One tick for each order of magnitude. */
export function burnTicks([low, high]: readonly [number, number]) {
  const first = Math.ceil(low)
  return Array.from({ length: Math.floor(high) - first + 1 }, (_, index) => {
    const power = first + index
    const rate = Number((10 ** power).toPrecision(3))
    return { at: power, label: `${rate <= slowest ? '≤ ' : ''}${rate.toLocaleString()}×` }
  })
}
