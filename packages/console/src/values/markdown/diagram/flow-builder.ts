import {
  type Direction,
  diagramLimits,
  DiagramTrouble,
  type Edge,
  type Flow,
  type Group,
  type Node,
  type Shape,
} from './diagram.ts'

/** Collects what a flowchart or a state diagram says. */
export function startFlow() {
  const nodes = new Map<string, Node>()
  const edges: Edge[] = []
  const groups = new Map<string, Group>()
  const open: string[] = []
  const group = (): string | null => open.at(-1) ?? null
  return {
    group,
    node(id: string, label?: string, shape?: Shape): string {
      if (groups.has(id)) return id
      const known = nodes.get(id)
      if (known) {
        if (label !== undefined) known.label = label
        if (shape) known.shape = shape
        // It belongs where it was first written inside a group.
        known.group ??= group()
      } else {
        nodes.set(id, { id, label: label ?? id, shape: shape ?? 'box', group: group() })
      }
      if (nodes.size > diagramLimits.nodes) throw tooMany('nodes', diagramLimits.nodes)
      return id
    },
    edge(edge: Edge): void {
      edges.push(edge)
      if (edges.length > diagramLimits.edges) throw tooMany('arrows', diagramLimits.edges)
    },
    begin(id: string, label: string): void {
      const known = nodes.get(id)
      groups.set(id, { id, label: known && label === id ? known.label : label, parent: group() })
      nodes.delete(id)
      open.push(id)
      if (groups.size > diagramLimits.nodes) throw tooMany('groups', diagramLimits.nodes)
    },
    /** Whether there was one to end. */
    finish: (): boolean => open.pop() !== undefined,
    flow(direction: Direction, title: string): Flow {
      if (open.length > 0) throw new DiagramTrouble(`“${open.at(-1)}” is not closed.`)
      if (nodes.size === 0) throw new DiagramTrouble('This diagram has no nodes.')
      return {
        type: 'flow',
        title,
        direction,
        nodes: [...nodes.values()],
        edges,
        groups: [...groups.values()],
      }
    },
  }
}

export type FlowBuilder = ReturnType<typeof startFlow>

const tooMany = (what: string, limit: number): DiagramTrouble =>
  new DiagramTrouble(`A diagram can have up to ${limit} ${what}.`)

export const directionOf = (word: string): Direction | null =>
  word === 'TD' ? 'TB' : ((['TB', 'BT', 'LR', 'RL'] as const).find((one) => one === word) ?? null)
