import MarkdownIt from 'markdown-it'

/** HTML is off: tags are shown as text. */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })

/** What a block of code is written in that is shown as a diagram. */
export const diagramLanguage = 'mermaid'

type Token = ReturnType<typeof parser.parse>[number]

/** A part of a document with its children; plain data, so that a worker can post it. */
export interface Piece {
  /** As in markdown-it, or `as_written` for source text. */
  readonly type: string
  readonly tag: string
  readonly isHidden: boolean
  readonly content: string
  /** The target of a link or the source of an image. */
  readonly to: string
  /** The language of a block of code, as it was written. */
  readonly language: string
  /** The first number of a list. */
  readonly start: number
  /** Its first line in the text, and the line after its last. */
  readonly lines: readonly [number, number] | null
  readonly children: readonly Piece[]
}

/** The parts of a text in their order. */
export const piecesOf = (text: string): readonly Piece[] => grown(parser.parse(text, {}))

function grown(tokens: readonly Token[]): readonly Piece[] {
  const roots: Piece[] = []
  const open: Piece[][] = [roots]
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const children: Piece[] = token.children && token.type === 'inline' ? [...grown(token.children)] : []
    open.at(-1)?.push({
      type: token.type,
      tag: token.tag,
      isHidden: token.hidden,
      content: token.content,
      to: String(token.attrGet('href') ?? token.attrGet('src') ?? ''),
      language: token.type === 'fence' ? (token.info.trim().split(/\s/, 1)[0] ?? '') : '',
      start: Number(token.attrGet('start') ?? 1),
      lines: token.map,
      children,
    })
    if (token.nesting > 0) open.push(children)
  }
  return roots
}

export const asWritten = (content: string): Piece => ({
  type: 'as_written',
  tag: 'pre',
  isHidden: false,
  content,
  to: '',
  language: '',
  start: 1,
  lines: null,
  children: [],
})
