import { Unreadable } from './unreadable.ts'

/** What a message may consist of. Real ones stay far below. */
const maxDepth = 60
const maxAttributes = 40

interface Allowed {
  /** Beside text, a comment would split a name in two, of which somebody reads only the first. */
  readonly comments: 'anywhere' | 'between elements'
  readonly maxLength: number
  /** Elements, attributes and comments together. */
  readonly maxParts: number
}

/**
 * Refuses whatever makes parsers disagree or work without end, in one pass over the text and before any parser sees
 * it: document types, entities, processing instructions, CDATA, comments beside text, deep nesting, huge numbers of
 * elements and attributes. A parser still decides whether the rest is well-formed.
 */
export function requirePlain(text: string, { comments, maxLength, maxParts }: Allowed): void {
  if (text.length > maxLength) throw new Unreadable('The message is too long.')
  if (hasControlCharacters(text)) throw new Unreadable('The message has control characters.')
  let [depth, parts] = [0, 0]
  let at = afterDeclaration(text)
  while (true) {
    const start = text.indexOf('<', at)
    if (start < 0) break
    if (text.startsWith('<!--', start)) {
      const end = after(text, '-->', start + 4)
      const isBetween = isBlank(text, at, start) && isBlank(text, end, text.indexOf('<', end))
      if (comments === 'between elements' && !isBetween)
        throw new Unreadable('The message contains a comment beside text.')
      parts += 1
      requireFew(parts, maxParts)
      at = end
      continue
    }
    if (text[start + 1] === '!' || text[start + 1] === '?') throw new Unreadable(saying(text, start))
    const tag = tagAt(text, start)
    if (tag.attributes > maxAttributes) throw new Unreadable('An element has too many attributes.')
    if (tag.isOpening) {
      parts += 1 + tag.attributes
      depth += 1
    }
    if (depth > maxDepth) throw new Unreadable('The message is nested too deeply.')
    requireFew(parts, maxParts)
    if (tag.isClosing) depth -= 1
    at = tag.end
  }
}

function requireFew(parts: number, maxParts: number): void {
  if (parts > maxParts) throw new Unreadable('The message has too many elements, attributes or comments.')
}

function saying(text: string, start: number): string {
  if (text.startsWith('<![CDATA[', start)) return 'The message contains a CDATA section.'
  if (text[start + 1] === '?') return 'The message contains a processing instruction.'
  return 'The message contains a document type or an entity.'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const hasControlCharacters = (text: string): boolean => /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/.test(text)

const declaration =
  /^\uFEFF?<\?xml\s+version="1\.0"(?:\s+encoding="utf-8")?(?:\s+standalone="(?:yes|no)")?\s*\?>/i

/** The declaration at the beginning may only say what is the case anyway. */
const afterDeclaration = (text: string): number =>
  declaration.exec(text.slice(0, 200).replaceAll("'", '"'))?.[0].length ?? 0

/** Whether there is nothing but space from one place to another, or to the end. */
const isBlank = (text: string, from: number, to: number): boolean =>
  text.slice(from, to < 0 ? undefined : to).trim() === ''

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  if (found < 0) throw new Unreadable('The message is not complete.')
  return found + end.length
}

interface Tag {
  readonly end: number
  readonly attributes: number
  readonly isOpening: boolean
  readonly isClosing: boolean
}

/** A tag ends at the first > outside quotation marks. */
function tagAt(text: string, start: number): Tag {
  let [at, attributes] = [start + 1, 0]
  while (true) {
    const char = text[at]
    if (char === undefined || char === '<') throw new Unreadable('The message is not complete.')
    if (char === '"' || char === "'") {
      attributes += 1
      at = after(text, char, at + 1)
    } else if (char === '>') break
    else at += 1
  }
  const isEnd = text[start + 1] === '/'
  return {
    end: at + 1,
    attributes,
    isOpening: !isEnd,
    isClosing: isEnd || text[at - 1] === '/',
  }
}
