import type { ELK } from 'elkjs/lib/elk-api.js'
import { layOutByElk } from './by-elk.ts'
import { layOutByGrid } from './by-grid.ts'
import type { LayoutInput, Placed } from './placed.ts'

/** Beyond these, the better engine takes longer than anyone wants to wait. */
const most = { nodes: 260, edges: 600 } as const

/** From left to right: what depends on nothing is furthest right. */
export async function layOut(elk: Pick<ELK, 'layout'>, input: LayoutInput): Promise<Placed> {
  const isLarge = input.nodes.length > most.nodes || input.edges.length > most.edges
  return isLarge ? layOutByGrid(input) : layOutByElk(elk, input)
}
