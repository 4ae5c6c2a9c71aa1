import type { Head, Line } from './diagram.ts'

export interface Link {
  readonly line: Line
  readonly head: Head
  readonly tail: Head
  /** The label inside it, as in `-- yes -->`. */
  readonly label: string
  /** Where it ends in the text. */
  readonly end: number
}

const heads: Readonly<Record<string, Head>> = { '>': 'arrow', '<': 'arrow', o: 'circle', x: 'cross' }
const headOf = (sign: string | undefined): Head => heads[sign ?? ''] ?? 'none'

const whole = /([<ox](?=[-=]))?(?:(-{2,}|={2,})([>ox])?|(-\.+-)([>ox])?|(~{3,}))/y
const dottedBegins = /([<ox](?=-))?-\.(?!\.*-)/y
const closes = { solid: /-{2,}([>ox])?/g, thick: /={2,}([>ox])?/g, dotted: /\.+-([>ox])?/g } as const

/** The link between two nodes that begins here. */
export function linkAt(text: string, at: number): Link | null {
  dottedBegins.lastIndex = at
  const dotted = dottedBegins.exec(text)
  if (dotted) return closed(text, dottedBegins.lastIndex, 'dotted', headOf(dotted[1]))
  whole.lastIndex = at
  const found = whole.exec(text)
  if (!found) return null
  const [, tail, strong, head, dots, dottedHead, hidden] = found
  const end = whole.lastIndex
  if (hidden) return { line: 'none', head: 'none', tail: 'none', label: '', end }
  if (dots) return { line: 'dotted', head: headOf(dottedHead), tail: headOf(tail), label: '', end }
  const line = strong?.startsWith('=') ? 'thick' : 'solid'
  // Two signs without a head begin a label.
  if (strong?.length === 2 && head === undefined) return closed(text, end, line, headOf(tail))
  return { line, head: headOf(head), tail: headOf(tail), label: '', end }
}

function closed(text: string, from: number, line: keyof typeof closes, tail: Head): Link | null {
  const close = closes[line]
  close.lastIndex = from
  const found = close.exec(text)
  if (!found) return null
  return { line, head: headOf(found[1]), tail, label: text.slice(from, found.index), end: close.lastIndex }
}
