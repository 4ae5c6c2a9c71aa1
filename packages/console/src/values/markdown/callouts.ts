import type { Piece } from './pieces.ts'

/** As on GitHub: a quote whose first line is `[!WARNING]`. */
export const calloutNames = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutName = (typeof calloutNames)[number]

export interface Callout {
  readonly name: CalloutName
  /** The quote without that line. */
  readonly children: readonly Piece[]
}

/** Null for a quote that is only a quote. */
export function calloutOf(quote: readonly Piece[]): Callout | null {
  const [paragraph, ...rest] = quote
  const inline = paragraph?.type === 'paragraph_open' ? paragraph.children[0] : undefined
  if (!paragraph || !inline) return null
  const [mark, ...after] = inline.children
  const name = mark?.type === 'text' ? nameIn(mark.content) : undefined
  if (!name || (after[0] && !lineEnds.has(after[0].type))) return null
  const others = after.slice(1)
  if (others.length === 0) return { name, children: rest }
  return { name, children: [{ ...paragraph, children: [{ ...inline, children: others }] }, ...rest] }
}

const lineEnds = new Set(['softbreak', 'hardbreak'])

const nameIn = (text: string): CalloutName | undefined =>
  calloutNames.find((name) => text.trim().toLowerCase() === `[!${name}]`)
