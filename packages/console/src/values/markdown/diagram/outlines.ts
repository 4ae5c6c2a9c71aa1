import type { Head } from './diagram.ts'
import type { Box, Point } from './picture.ts'

/** The outline of a box as the path of an SVG. */
export function outlineOf({ shape, x, y, width: w, height: h }: Box): string {
  switch (shape) {
    case 'diamond':
      return polygon([
        [x + w / 2, y],
        [x + w, y + h / 2],
        [x + w / 2, y + h],
        [x, y + h / 2],
      ])
    case 'hexagon':
      return polygon([
        [x + 14, y],
        [x + w - 14, y],
        [x + w, y + h / 2],
        [x + w - 14, y + h],
        [x + 14, y + h],
        [x, y + h / 2],
      ])
    case 'circle':
    case 'start':
    case 'end':
      return rounded(x, y, w, h, w / 2)
    case 'cylinder': {
      const lid = 8
      const arc = (toX: number, toY: number, sweep: 0 | 1) => `A${w / 2} ${lid} 0 0 ${sweep} ${toX} ${toY}`
      return (
        `M${x} ${y + lid}${arc(x + w, y + lid, 1)}V${y + h - lid}${arc(x, y + h - lid, 1)}Z` +
        `M${x} ${y + lid}${arc(x + w, y + lid, 0)}`
      )
    }
    case 'round':
      return rounded(x, y, w, h, Math.min(h / 2, 18))
    case 'bar':
    case 'label':
      return rounded(x, y, w, h, 2)
    case 'title':
      return ''
    default:
      return rounded(x, y, w, h, 6)
  }
}

const polygon = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`

const rounded = (x: number, y: number, w: number, h: number, r: number): string => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return (
    `M${x + r} ${y}H${x + w - r}${corner(r, r)}V${y + h - r}${corner(-r, r)}` +
    `H${x + r}${corner(-r, -r)}V${y + r}${corner(r, -r)}Z`
  )
}

/** Through the points, with soft bends. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M${first.x} ${first.y}`
  rest.forEach((point, index) => {
    const next = rest[index + 1]
    if (!next || points.length === 4) path += `L${point.x} ${point.y}`
    else path += `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  return path
}

const size = 9

/** The sign at the end of a line, pointing where the line does. */
export function headPath(points: readonly Point[], head: Head): string {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (!end || !before) return ''
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [ux, uy] = [(end.x - before.x) / length, (end.y - before.y) / length]
  const at = (along: number, beside: number): string =>
    `${end.x - ux * along - uy * beside} ${end.y - uy * along + ux * beside}`
  switch (head) {
    case 'arrow':
      return `M${at(0, 0)}L${at(size, size / 2)}L${at(size, -size / 2)}Z`
    case 'open':
      return `M${at(size, size / 2)}L${at(0, 0)}L${at(size, -size / 2)}`
    case 'cross':
      return `M${at(size, 4)}L${at(1, -4)}M${at(size, -4)}L${at(1, 4)}`
    case 'circle':
      return `M${at(0, 0)}A4 4 0 1 1 ${at(8, 0)}A4 4 0 1 1 ${at(0, 0)}`
    case 'none':
      return ''
  }
}

/** A line between two boxes, from outline to outline: the layout knows them as rectangles. */
export function toOutlines(points: readonly Point[], from: Box, to: Box): readonly Point[] {
  const [first, second] = points
  const [last, beforeLast] = [points.at(-1), points.at(-2)]
  if (!first || !second || !last || !beforeLast) return points
  return [onOutline(from, first, second), ...points.slice(1, -1), onOutline(to, last, beforeLast)]
}

function onOutline({ shape, x, y, width, height }: Box, end: Point, towards: Point): Point {
  if (shape !== 'diamond' && shape !== 'circle') return end
  const centre = { x: x + width / 2, y: y + height / 2 }
  const [dx, dy] = [(towards.x - centre.x) / (width / 2), (towards.y - centre.y) / (height / 2)]
  const distance = shape === 'diamond' ? Math.abs(dx) + Math.abs(dy) : Math.hypot(dx, dy)
  if (distance === 0) return end
  return {
    x: centre.x + (towards.x - centre.x) / distance,
    y: centre.y + (towards.y - centre.y) / distance,
  }
}
