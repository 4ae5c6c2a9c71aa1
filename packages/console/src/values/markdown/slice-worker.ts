import type { Piece } from './pieces.ts'
import { partsOf, type Slice, sliceOf } from './slices.ts'

export interface Wanted {
  /** With the first question; the others are about the same. */
  readonly text?: string
  readonly from: number
}

export interface Answer {
  readonly from: number
  readonly slice: Slice
}

let parts: readonly Piece[] = []

/** Beside the page, which stays quick while a large document is taken apart. */
addEventListener('message', ({ data: { text, from } }: MessageEvent<Wanted>) => {
  if (text !== undefined) parts = partsOf(text)
  postMessage({ from, slice: sliceOf(parts, from) } satisfies Answer)
})
