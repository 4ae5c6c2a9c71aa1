export const nodeWidth = 212
export const nodeHeight = 48
export const gapBetween = 16
export const gapOfLayers = 88

export interface LayoutInput {
  readonly nodes: readonly string[]
  readonly edges: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  /** Where each node stands from left to right, if that is known already. */
  readonly layers?: Readonly<Record<string, number>>
}

export interface PlacedNode {
  readonly id: string
  /** Of its upper left corner. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly id: string
  /** x and y in turn, from the right side of what depends to the left side of what it depends on. */
  readonly points: readonly number[]
}

export interface Placed {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}
