import type { Frame } from '../../design/chart/plot.tsx'
import { type Gap, isBetween } from './gaps.ts'

export interface Point {
  readonly at: number
  readonly place: number
  readonly value: number | null
}

/** The stretches without a gap: nothing is drawn where nothing is known. */
export function stretches(points: readonly Point[], gaps: readonly Gap[]): readonly (readonly Known[])[] {
  const all: Known[][] = []
  let before: Known | undefined
  for (const { at, place, value } of points) {
    if (value === null) {
      before = undefined
      continue
    }
    const point = { at, place, value }
    if (before && !isBetween(gaps, before.at, at)) all.at(-1)?.push(point)
    else all.push([point])
    before = point
  }
  return all
}

type Known = Point & { readonly value: number }

const placed = ({ x, y }: Frame, { place, value }: Known): string =>
  `${x(place).toFixed(1)} ${y(value).toFixed(1)}`

/** A point alone is drawn as a dash, which a line of no length would not be. */
export const lineOf = (frame: Frame, parts: readonly (readonly Known[])[]): string =>
  parts
    .map((part) => `M${part.map((point) => placed(frame, point)).join('L')}${part.length === 1 ? 'h1' : ''}`)
    .join('')

/** The area between the lines and a value. */
export const areaOf = (frame: Frame, parts: readonly (readonly Known[])[], ground: number): string =>
  parts
    .map((part) => {
      const [first, last] = [part[0]?.place ?? 0, part.at(-1)?.place ?? 0]
      const floor = frame.y(ground).toFixed(1)
      return `M${part.map((point) => placed(frame, point)).join('L')}L${frame.x(last).toFixed(1)} ${floor}L${frame.x(first).toFixed(1)} ${floor}Z`
    })
    .join('')
