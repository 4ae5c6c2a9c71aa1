/** What a diagram says, before it has a place on the page. */
export type Shape = 'box' | 'round' | 'diamond' | 'circle' | 'cylinder' | 'hexagon' | 'start' | 'end' | 'bar'
export type Line = 'solid' | 'dotted' | 'thick' | 'none'
export type Head = 'arrow' | 'open' | 'circle' | 'cross' | 'none'

export interface Node {
  readonly id: string
  label: string
  shape: Shape
  /** The group that it is in. */
  group: string | null
}

export interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly line: Line
  readonly head: Head
  readonly tail: Head
}

export interface Group {
  readonly id: string
  readonly label: string
  readonly parent: string | null
}

export type Direction = 'TB' | 'BT' | 'LR' | 'RL'

export interface Flow {
  readonly type: 'flow'
  readonly title: string
  readonly direction: Direction
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  readonly groups: readonly Group[]
}

export interface Actor {
  readonly id: string
  readonly label: string
}

export type Step =
  | {
      readonly type: 'message'
      readonly from: string
      readonly to: string
      readonly label: string
      readonly line: Line
      readonly head: Head
    }
  | {
      readonly type: 'note'
      readonly over: readonly string[]
      readonly side: 'left' | 'right' | 'over'
      readonly label: string
    }
  | { readonly type: 'begin' | 'else'; readonly label: string }
  | { readonly type: 'finish' }

export interface Sequence {
  readonly type: 'sequence'
  readonly title: string
  readonly actors: readonly Actor[]
  readonly steps: readonly Step[]
}

export type Diagram = Flow | Sequence

/** Larger diagrams are shown as their source: nobody could read them, and to lay them out takes too long. */
export const diagramLimits = { characters: 20_000, nodes: 150, edges: 300, actors: 20, steps: 200 } as const

/** Why a diagram is not drawn, for whoever wrote it. */
export class DiagramTrouble extends Error {}

export const trouble = (line: number, what: string): DiagramTrouble =>
  new DiagramTrouble(`Line ${line}: ${what}`)
