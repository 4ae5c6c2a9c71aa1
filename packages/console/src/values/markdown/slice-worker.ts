import type { Piece } from './pieces.ts'
import { partsOf, type Slice, sliceOf } from './slices.ts'

export interface Wanted {
  /** Only in the first message; the others are about the same text. */
  readonly text?: string
  readonly from: number
}

export interface Answer {
  readonly from: number
  readonly slice: Slice
}

let parts: readonly Piece[] = []

/** In a worker, so that the page stays responsive while a large document is parsed. */
addEventListener('message', ({ data: { text, from } }: MessageEvent<Wanted>) => {
  if (text !== undefined) parts = partsOf(text)
  postMessage({ from, slice: sliceOf(parts, from) } satisfies Answer)
})
