export const nodeWidth = 212
export const nodeHeight = 48
export const gapBetween = 16
export const gapOfLayers = 88

export interface LayoutInput {
  readonly nodes: readonly string[]
  readonly edges: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  /** The layer of each node, from left to right, where it is already known. */
  readonly layers?: Readonly<Record<string, number>>
}

export interface PlacedNode {
  readonly id: string
  /** Of its top left corner. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly id: string
  /** x and y alternating, from the right side of the dependent to the left side of its dependency. */
  readonly points: readonly number[]
}

export interface Placed {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}
