import type { Box, Folded, Link } from '../fold/fold.ts'
import type { Health } from '../graph.ts'
import type { Placed, PlacedNode } from '../layout/placed.ts'
import { type Area, type Point, within } from './camera.ts'
import { areaOf, arrowOf, distanceTo, lineOf, middleOf } from './shapes.ts'

export interface SceneNode {
  readonly box: Box
  readonly place: PlacedNode
  /** How many links it has. */
  readonly degree: number
}

export interface SceneLink {
  readonly link: Link
  readonly points: readonly number[]
  readonly line: string
  readonly arrow: string
  readonly area: Area
  /** Where its number is written. */
  readonly middle: Point
}

export interface Scene {
  /** Groups before what is in them. */
  readonly nodes: readonly SceneNode[]
  readonly byId: ReadonlyMap<string, SceneNode>
  readonly links: readonly SceneLink[]
  readonly width: number
  readonly height: number
}

/** The boxes and links together with their positions. */
export function sceneOf({ boxes, links }: Folded, placed: Placed): Scene {
  const known = new Map(boxes.map((box) => [box.id, box]))
  const ends = new Map(links.map((link) => [link.id, link]))
  const degrees = new Map<string, number>()
  for (const { from, to } of links) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  const nodes = placed.nodes.flatMap((place) => {
    const box = known.get(place.id)
    return box ? [{ box, place, degree: degrees.get(place.id) ?? 0 }] : []
  })
  return {
    nodes,
    byId: new Map(nodes.map((one) => [one.box.id, one])),
    links: placed.edges.flatMap(({ id, points }) => {
      const link = ends.get(id)
      if (!link) return []
      const drawn = { line: lineOf(points), arrow: arrowOf(points), area: areaOf(points) }
      return [{ link, points, middle: middleOf(points), ...drawn }]
    }),
    width: placed.width,
    height: placed.height,
  }
}

/** The innermost one. */
export const nodeAt = ({ nodes }: Scene, at: Point): SceneNode | undefined =>
  nodes.findLast(({ box, place }) =>
    within(at, box.isOpen ? { ...place, height: Math.min(place.height, headHeight) } : place),
  )

/** Of an open group only the head is pressed: the rest is room for what is in it. */
export const headHeight = 36

export const linkAt = ({ links }: Scene, at: Point, reach: number): SceneLink | undefined =>
  links.find(
    ({ area, points }) =>
      at.x >= area.left - reach &&
      at.x <= area.right + reach &&
      at.y >= area.top - reach &&
      at.y <= area.bottom + reach &&
      distanceTo(points, at) <= reach,
  )

const worst: Readonly<Record<Health, number>> = { breached: 1_000, atRisk: 300, met: 0 }

/** Which names are shown first when zoomed out: what is in trouble, then what has many links. */
export const weightOf = ({ box, degree }: SceneNode): number =>
  (box.sloStatus ? worst[box.sloStatus] : 0) + box.openCriticalIssues * 50 + degree * 10

export type Heading = 'left' | 'right' | 'up' | 'down'

/** The nearest node in a direction, preferring those straight ahead. */
export function nextNode({ nodes }: Scene, from: SceneNode, heading: Heading): SceneNode | undefined {
  let best: SceneNode | undefined
  let least = Infinity
  for (const one of nodes) {
    const dx = one.place.x - from.place.x
    const dy = one.place.y - from.place.y
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[heading]
    const aside = Math.abs(heading === 'left' || heading === 'right' ? dy : dx)
    if (ahead < 1) continue
    const way = ahead + aside * 2
    if (way < least) {
      best = one
      least = way
    }
  }
  return best
}
