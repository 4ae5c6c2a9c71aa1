import { nodeHeight, nodeWidth, type PlacedEdge, type PlacedNode } from '../layout/placed.ts'
import type { Area } from './camera.ts'

const round = (value: number): number => Math.round(value * 10) / 10

/** Horizontal at both ends, so that its arrow can be horizontal too. */
export function curveOf(points: readonly number[]): string {
  let path = `M${round(points[0] ?? 0)} ${round(points[1] ?? 0)}`
  for (let at = 2; at < points.length; at += 2) {
    const [x0, y0, x, y] = points.slice(at - 2, at + 2).map(round) as [number, number, number, number]
    const bend = Math.max(Math.abs(x - x0) / 2, x < x0 ? 60 : 0)
    path += `C${round(x0 + bend)} ${y0} ${round(x - bend)} ${y} ${x} ${y}`
  }
  return path
}

export function arrowOf(points: readonly number[]): string {
  const [x = 0, y = 0] = points.slice(-2).map(round)
  return `M${x} ${y}l-8 -4v8z`
}

export const boxOf = ({ x, y }: PlacedNode): string =>
  `M${round(x)} ${round(y)}h${nodeWidth}v${nodeHeight}h${-nodeWidth}z`

export interface DrawnEdge {
  readonly id: string
  readonly curve: string
  /** The same with straight lines, where there are too many edges to follow one. */
  readonly line: string
  readonly arrow: string
  readonly area: Area
}

export function drawEdge({ id, points }: PlacedEdge): DrawnEdge {
  const xs = points.filter((_, index) => index % 2 === 0)
  const ys = points.filter((_, index) => index % 2 === 1)
  return {
    id,
    curve: curveOf(points),
    line: `M${points.slice(0, 2).map(round).join(' ')}L${points.slice(-2).map(round).join(' ')}`,
    arrow: arrowOf(points),
    area: { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) },
  }
}

export const overlaps = (a: Area, b: Area): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top
