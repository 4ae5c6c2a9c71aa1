import { asWritten, diagramLanguage, type Piece, piecesOf } from './pieces.ts'

/**
 * A document is shown in slices that a browser renders quickly: half a megabyte of Markdown can be a table with a
 * million cells.
 */
export interface Slice {
  readonly pieces: readonly Piece[]
  /** The index of the next part; null at the end of the document. */
  readonly next: number | null
}

/** How many elements, or the equivalent amount of text, are rendered at a time. */
const maxCost = 3_000
/** What is drawn is larger than what is written. */
const elementsPerDiagram = 150
const charactersPerElement = 200
const charactersAsWritten = 50_000

/** The parts of a document, none of them too large to be rendered at once. */
export function partsOf(text: string): readonly Piece[] {
  const lines = text.split('\n')
  return piecesOf(text).flatMap((piece) => smallEnough(piece, lines))
}

/** The same for unformatted text. */
export const plainPartsOf = (text: string): readonly Piece[] => chunksOf(text)

export function sliceOf(pieces: readonly Piece[], from: number): Slice {
  let cost = 0
  let next = from
  while (next < pieces.length) {
    cost += costOf(pieces[next] as Piece)
    if (cost > maxCost && next > from) break
    next += 1
  }
  return { pieces: pieces.slice(from, next), next: next < pieces.length ? next : null }
}

/** Long lists and tables are cut between items and rows; anything else that is too large is shown as its source. */
function smallEnough(piece: Piece, lines: readonly string[]): readonly Piece[] {
  if (costOf(piece) <= maxCost) return [piece]
  switch (piece.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return cutList(piece, lines)
    case 'table_open':
      return cutTable(piece, lines)
    default:
      return written(piece, lines)
  }
}

function cutList(list: Piece, lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = []
  let before = 0
  for (const children of inGroups(list.children)) {
    const part = { ...list, start: list.start + before, children }
    before += children.length
    pieces.push(...(costOf(part) <= maxCost ? [part] : children.flatMap((item) => written(item, lines))))
  }
  return pieces
}

function cutTable(table: Piece, lines: readonly string[]): readonly Piece[] {
  const [head, body, ...rest] = table.children
  if (!head || !body || rest.length > 0 || costOf(head) > maxCost) return written(table, lines)
  return inGroups(body.children).flatMap((rows, index) => {
    const part = { ...table, children: [...(index === 0 ? [head] : []), { ...body, children: rows }] }
    return costOf(part) <= 2 * maxCost ? [part] : rows.flatMap((row) => written(row, lines))
  })
}

/** Groups of as many as may be rendered at a time, at least one. */
function inGroups(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groups: Piece[][] = []
  let cost = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    cost += costOf(piece)
    if (cost > maxCost) {
      groups.push([])
      cost = costOf(piece)
    }
    groups.at(-1)?.push(piece)
  }
  return groups
}

const written = ({ lines: place, content }: Piece, lines: readonly string[]): readonly Piece[] =>
  chunksOf(place ? lines.slice(...place).join('\n') : content)

function chunksOf(text: string): readonly Piece[] {
  const count = Math.ceil(text.length / charactersAsWritten)
  return Array.from({ length: count }, (_, index) =>
    asWritten(text.slice(index * charactersAsWritten, (index + 1) * charactersAsWritten)),
  )
}

function costOf({ content, type, language, children }: Piece): number {
  // The text of an inline token is repeated in its children.
  let cost = 1 + (type === 'inline' ? 0 : content.length / charactersPerElement)
  if (language === diagramLanguage) cost += elementsPerDiagram
  for (const child of children) cost += costOf(child)
  return cost
}
