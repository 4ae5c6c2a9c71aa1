import type { PlacedNode } from '../layout/placed.ts'
import type { Area } from './camera.ts'
import { overlaps } from './shapes.ts'

export interface Labelled {
  readonly node: PlacedNode
  readonly text: string
  readonly weight: number
}

const letterWidth = 6.6
const lineHeight = 18

/** When zoomed out, only the most important names, as many as fit without overlapping. */
export function farLabels(all: readonly Labelled[], scale: number, most = 60): readonly Labelled[] {
  const taken: Area[] = []
  const chosen: Labelled[] = []
  for (const one of all.toSorted((a, b) => b.weight - a.weight)) {
    if (chosen.length >= most) break
    const width = (one.text.length * letterWidth) / scale
    const height = lineHeight / scale
    const x = one.node.x + one.node.width / 2
    const y = one.node.y + one.node.height / 2
    const area = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
    if (taken.some((other) => overlaps(area, other))) continue
    taken.push(area)
    chosen.push(one)
  }
  return chosen
}
