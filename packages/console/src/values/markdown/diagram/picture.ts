import type { Head, Line, Shape } from './diagram.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly shape: Shape | 'group' | 'note' | 'label' | 'actor' | 'block' | 'title'
  /** `x` and `y` are its top left corner. */
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
}

export interface Stroke {
  readonly points: readonly Point[]
  readonly line: Line | 'life' | 'divider'
  readonly head: Head
  readonly tail: Head
}

/** A diagram with a place for everything: plain data, which a worker can post and the page draws. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** What is behind, in this order. */
  readonly behind: readonly Box[]
  readonly strokes: readonly Stroke[]
  readonly boxes: readonly Box[]
  /** What it is, in a few words. */
  readonly about: string
  /** The same in sentences. */
  readonly sentences: readonly string[]
}
