import { bytesOf, type Pieces } from './pieces.ts'

/** A list as it was sent, whose records can be replaced one by one. */
export interface KeptList {
  /** As it is now; one that was taken before stays as it was. */
  readonly body: Pieces
  /** What it takes in memory. */
  readonly bytes: number
  has(id: string): boolean
  /** Puts other texts in the place of some of its records. */
  replace(items: ReadonlyMap<string, string>): void
}

interface Piece {
  readonly bytes: Buffer
  /** Each item's length; what separates them is one byte long. */
  readonly lengths: readonly number[]
  /** How many bytes there are before the first item. */
  readonly lead: number
}

/** One changed record makes this much be copied. */
const pieceBytes = 64 * 1024
/** An id in its list and in the index, and the length of its item. */
const bytesPerItem = 150

export interface ListBuilder {
  readonly length: number
  add(id: string, item: string): void
  /** What was added so far, if the rest will not be kept. */
  taken(): readonly Buffer[]
  end(tail: string): KeptList
}

export function buildList(head: string): ListBuilder {
  const pieces: Piece[] = []
  const ids: string[] = []
  let texts: string[] = []
  let lengths: number[] = []
  let bytes = 0
  let length = 0

  const close = (): void => {
    if (texts.length > 0)
      pieces.push({ bytes: bytesOf(texts), lengths, lead: ids.length === lengths.length ? head.length : 1 })
    texts = []
    lengths = []
    bytes = 0
  }

  return {
    get length() {
      return length
    },
    add(id, item) {
      const size = Buffer.byteLength(item)
      texts.push(ids.length === 0 ? head : ',', item)
      ids.push(id)
      lengths.push(size)
      bytes += size
      length += size
      if (bytes >= pieceBytes) close()
    },
    taken() {
      close()
      return pieces.map((piece) => piece.bytes)
    },
    end(tail) {
      texts.push(ids.length === 0 ? `${head}${tail}` : tail)
      close()
      return keptList(pieces, ids)
    },
  }
}

function keptList(pieces: Piece[], ids: readonly string[]): KeptList {
  let body = bodyOf(pieces)
  // Only once it is needed: most lists are read a few times and never change.
  let index: ReadonlyMap<string, number> | undefined
  const indexed = (): ReadonlyMap<string, number> => {
    index ??= new Map(ids.map((id, at) => [id, at]))
    return index
  }

  return {
    get body() {
      return body
    },
    get bytes() {
      return body.length + ids.length * bytesPerItem
    },
    has: (id) => indexed().has(id),
    replace(items) {
      const places = new Map<number, string>()
      for (const [id, item] of items) places.set(indexed().get(id) ?? -1, item)
      let first = 0
      for (const [at, piece] of pieces.entries()) {
        const next = first + piece.lengths.length
        if (places.keys().some((place) => place >= first && place < next))
          pieces[at] = replaced(piece, first, places)
        first = next
      }
      body = bodyOf(pieces)
    },
  }
}

function replaced({ bytes, lengths, lead }: Piece, first: number, items: ReadonlyMap<number, string>): Piece {
  const parts: (string | Buffer)[] = []
  const now: number[] = []
  let copied = 0
  let start = lead
  for (const [at, length] of lengths.entries()) {
    const item = items.get(first + at)
    if (item !== undefined) {
      parts.push(bytes.subarray(copied, start), item)
      copied = start + length
    }
    now.push(item === undefined ? length : Buffer.byteLength(item))
    start += length + 1
  }
  parts.push(bytes.subarray(copied))
  return { bytes: bytesOf(parts), lengths: now, lead }
}

let serial = 0

const bodyOf = (pieces: readonly Piece[]): Pieces => ({
  serial: ++serial,
  parts: pieces.map(({ bytes }) => bytes),
  length: pieces.reduce((sum, { bytes }) => sum + bytes.length, 0),
})
