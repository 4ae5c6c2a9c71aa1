import { badRequest, shortened } from './refusal.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr'
export type FilterValue = string | number | boolean | null

/** A filter as it was written: what its attributes are is for those who use it to find out. */
export type Filter =
  | { readonly is: 'all' | 'any'; readonly parts: readonly Filter[] }
  | { readonly is: 'not'; readonly part: Filter }
  | {
      readonly is: 'compared'
      readonly attribute: string
      readonly operator: Operator
      readonly value: FilterValue
    }
  /** An attribute one of whose values fits. */
  | { readonly is: 'some'; readonly attribute: string; readonly part: Filter }

const maxBytes = 2_048
const maxDepth = 10

const operators: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'])

const isOperator = (word: string): word is Operator => operators.has(word)

interface Token {
  readonly type: 'mark' | 'text' | 'word' | 'end'
  readonly text: string
}

const end: Token = { type: 'end', text: '' }

/** RFC 7644, 3.4.2.2; and `emails[type eq "work"].value eq …`, which Entra sends. */
export function parseFilter(text: string): Filter {
  if (Buffer.byteLength(text) > maxBytes) throw wrong(`it is longer than ${maxBytes} bytes`)
  const tokens = tokensOf(text)
  let at = 0
  const peek = (): Token => tokens[at] ?? end
  const next = (): Token => tokens[at++] ?? end

  const isWord = (word: string): boolean => peek().type === 'word' && peek().text.toLowerCase() === word
  const expect = (mark: string): void => {
    const token = next()
    if (token.type !== 'mark' || token.text !== mark)
      throw wrong(`${shown(token)} stands where ${mark} belongs`)
  }

  const joined = (
    is: 'all' | 'any',
    word: string,
    part: (depth: number) => Filter,
    depth: number,
  ): Filter => {
    const parts = [part(depth)]
    while (isWord(word)) {
      next()
      parts.push(part(depth))
    }
    return parts.length === 1 ? (parts[0] as Filter) : { is, parts }
  }

  const either = (depth: number): Filter => {
    if (depth > maxDepth) throw wrong(`it is nested more than ${maxDepth} levels deep`)
    return joined('any', 'or', both, depth)
  }
  const both = (depth: number): Filter => joined('all', 'and', one, depth)

  const inBrackets = (open: string, close: string, depth: number): Filter => {
    expect(open)
    const inner = either(depth + 1)
    expect(close)
    return inner
  }

  const one = (depth: number): Filter => {
    if (peek().type === 'mark' && peek().text === '(') return inBrackets('(', ')', depth)
    const token = next()
    if (token.type !== 'word') throw wrong(`${shown(token)} stands where an attribute belongs`)
    if (token.text.toLowerCase() === 'not' && peek().text === '(' && peek().type === 'mark')
      return { is: 'not', part: inBrackets('(', ')', depth) }
    if (peek().type === 'mark' && peek().text === '[') {
      const part = inBrackets('[', ']', depth)
      const { type, text: after } = peek()
      if (type !== 'word' || !after.startsWith('.')) return { is: 'some', attribute: token.text, part }
      next()
      const own = compared(after.slice(1))
      return { is: 'some', attribute: token.text, part: { is: 'all', parts: [part, own] } }
    }
    return compared(token.text)
  }

  const compared = (attribute: string): Filter => {
    const operator = next().text.toLowerCase()
    if (!isOperator(operator)) throw wrong(`${shortened(attribute)} is not followed by a known operator`)
    if (operator === 'pr') return { is: 'compared', attribute, operator, value: null }
    return { is: 'compared', attribute, operator, value: readValue(next()) }
  }

  const filter = either(1)
  if (peek() !== end) throw wrong(`${shown(peek())} follows where it should end`)
  return filter
}

const pattern = /\s+|("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+)/gy

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const [all, quoted, mark, word] of text.matchAll(pattern)) {
    at += all.length
    if (quoted !== undefined) tokens.push({ type: 'text', text: readText(quoted) })
    else if (mark !== undefined) tokens.push({ type: 'mark', text: mark })
    else if (word !== undefined) tokens.push({ type: 'word', text: word })
  }
  if (at < text.length) throw wrong('a text in it has no end')
  if (tokens.length === 0) throw wrong('it is empty')
  return tokens
}

function readText(quoted: string): string {
  try {
    return withoutNul(String(JSON.parse(quoted)))
  } catch {
    throw wrong(`${shortened(quoted)} is not a text as in JSON`)
  }
}

/** No database takes it in a text. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw new Error('A text contains the character NUL.')
  return text
}

function readValue({ type, text }: Token): FilterValue {
  if (type === 'text') return text
  const word = type === 'word' ? words.get(text.toLowerCase()) : undefined
  if (word !== undefined) return word
  if (type === 'word' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  throw wrong(`${shown({ type, text })} is not a value: texts are in double quotes`)
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

const shown = ({ type, text }: Token): string => (type === 'end' ? 'the end' : shortened(text))

const wrong = (why: string) => badRequest('invalidFilter', `The filter cannot be used: ${why}.`)
