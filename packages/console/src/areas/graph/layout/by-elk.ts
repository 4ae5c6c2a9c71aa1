import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import { gapBetween, gapOfLayers, type LayoutInput, type LayoutNode, type Placed } from './placed.ts'

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.aspectRatio': '1.6',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': `${gapBetween}`,
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.componentComponent': '40',
  'elk.layered.spacing.nodeNodeBetweenLayers': `${gapOfLayers}`,
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
}

/** Room for a group's own name above what is in it. */
const groupOptions = { 'elk.padding': '[top=40,left=16,bottom=16,right=16]' }

/** Layers with few crossings, groups as boxes around what is in them, and edges that go around everything else. */
export async function layOutByElk(elk: Pick<ELK, 'layout'>, input: LayoutInput): Promise<Placed> {
  const children = Map.groupBy(input.nodes, ({ within }) => within)
  const nodeOf = ({ id, width, height }: LayoutNode): ElkNode => {
    const own = children.get(id)
    return own ? { id, layoutOptions: groupOptions, children: own.map(nodeOf) } : { id, width, height }
  }
  const laid: ElkNode = await elk.layout({
    id: 'root',
    layoutOptions: options,
    children: (children.get(undefined) ?? []).map(nodeOf),
    edges: input.edges.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
  })
  return {
    nodes: placesIn(laid),
    edges: (laid.edges ?? []).map((edge) => ({ id: edge.id, points: pointsOf(edge) })),
    width: laid.width ?? 0,
    height: laid.height ?? 0,
  }
}

/** Groups come before what is in them, so that they are drawn behind it. */
const placesIn = ({ children = [] }: ElkNode): Placed['nodes'] =>
  children.flatMap((child) => {
    const { id, x = 0, y = 0, width = 0, height = 0 } = child
    return [{ id, x, y, width, height }, ...placesIn(child)]
  })

const pointsOf = ({ sections = [] }: ElkExtendedEdge): readonly number[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
    [startPoint, ...bendPoints, endPoint].flatMap(({ x, y }) => [x, y]),
  )
