import type { PlacedNode } from '../layout/placed.ts'
import type { Area, Point } from './camera.ts'

const round = (value: number): number => Math.round(value * 10) / 10
const corner = 6

const pointsIn = (points: readonly number[]): readonly Point[] =>
  Array.from({ length: points.length >> 1 }, (_, at) => ({
    x: points[at * 2] ?? 0,
    y: points[at * 2 + 1] ?? 0,
  }))

const towards = (from: Point, to: Point, most: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const part = length === 0 ? 0 : Math.min(most, length / 2) / length
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

const said = ({ x, y }: Point): string => `${round(x)} ${round(y)}`

/** Straight, with rounded corners. */
export function lineOf(flat: readonly number[]): string {
  const points = pointsIn(flat)
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end) return ''
  const bends = points.slice(1, -1).map((at, index) => {
    const [before, after] = [points[index] ?? at, points[index + 2] ?? at]
    return `L${said(towards(at, before, corner))}Q${said(at)} ${said(towards(at, after, corner))}`
  })
  return `M${said(start)}${bends.join('')}L${said(end)}`
}

/** Points the way that the last part of the line goes. */
export function arrowOf(flat: readonly number[]): string {
  const [x0 = 0, y0 = 0, x = 0, y = 0] = flat.slice(-4)
  const length = Math.hypot(x - x0, y - y0) || 1
  const [ux, uy] = [(x - x0) / length, (y - y0) / length]
  const side = (sign: number) => ({ x: x - ux * 8 - uy * 4 * sign, y: y - uy * 8 + ux * 4 * sign })
  return `M${said({ x, y })}L${said(side(1))}L${said(side(-1))}z`
}

export const boxOf = ({ x, y, width, height }: PlacedNode): string =>
  `M${round(x)} ${round(y)}h${width}v${height}h${-width}z`

export function areaOf(flat: readonly number[]): Area {
  const points = pointsIn(flat)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** The middle of its longest part. */
export function middleOf(flat: readonly number[]): Point {
  const points = pointsIn(flat)
  let [best, longest] = [points[0] ?? { x: 0, y: 0 }, -1]
  for (const [index, { x, y }] of points.slice(1).entries()) {
    const from = points[index] ?? { x, y }
    const length = Math.hypot(x - from.x, y - from.y)
    if (length > longest) [best, longest] = [{ x: (x + from.x) / 2, y: (y + from.y) / 2 }, length]
  }
  return best
}

export function distanceTo(flat: readonly number[], { x, y }: Point): number {
  const points = pointsIn(flat)
  return points.slice(1).reduce((least, end, index) => {
    const start = points[index] ?? end
    const [dx, dy] = [end.x - start.x, end.y - start.y]
    const part = Math.max(
      0,
      Math.min(1, ((x - start.x) * dx + (y - start.y) * dy) / (dx * dx + dy * dy || 1)),
    )
    return Math.min(least, Math.hypot(x - start.x - part * dx, y - start.y - part * dy))
  }, Infinity)
}

export const overlaps = (a: Area, b: Area): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top
