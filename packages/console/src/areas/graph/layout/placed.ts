export const gapBetween = 16
export const gapOfLayers = 72

/** Something with a size to be laid out; an open group is as large as what is in it. */
export interface LayoutNode {
  readonly id: string
  readonly width: number
  readonly height: number
  /** The open group around it. */
  readonly within?: string | undefined
}

export interface LayoutInput {
  readonly nodes: readonly LayoutNode[]
  readonly edges: readonly { readonly id: string; readonly from: string; readonly to: string }[]
}

export interface PlacedNode {
  readonly id: string
  /** Of its top left corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PlacedEdge {
  readonly id: string
  /** x and y alternating, from the dependent to its dependency: straight lines, which cross no node. */
  readonly points: readonly number[]
}

export interface Placed {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}
