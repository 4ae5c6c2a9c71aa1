/** No entity comes near it; a file may have any number of documents. */
export const maxDocumentLength = 5 * 1024 ** 2

const headLength = 64 * 1024

export interface DocumentText {
  /** Undefined if it is too long to be kept. */
  readonly text: string | undefined
  /** How it begins. */
  readonly head: string
  /** The line of the file that it begins at, from 1. */
  readonly line: number
}

/**
 * The documents of a file as it is read, so that only one of them is in memory. They are separated by lines that
 * begin with `---` or `...`, which YAML allows nowhere else, or, in a file of JSON, by the beginning of an object
 * after the end of another.
 */
export async function* documentTexts(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<DocumentText> {
  let lines: string[] = []
  let length = 0
  let isTooLong = false
  let head = ''
  let begin = 1
  let number = 0
  /** Whether only directives, comments and empty lines have come: a `---` after them belongs to the same document. */
  let isHead = true
  let isJson: boolean | undefined
  let lastSign = ''

  const finish = (): DocumentText | undefined => {
    const text = lines.join('\n')
    const found = { text: isTooLong ? undefined : text, head: head || text, line: begin }
    const isEmpty = !isTooLong && text.trim() === ''
    lines = []
    length = 0
    isTooLong = false
    head = ''
    isHead = true
    lastSign = ''
    begin = number
    return isEmpty ? undefined : found
  }
  const keep = (line: string): void => {
    length += line.length + 1
    if (length > maxDocumentLength) {
      head ||= lines.join('\n').slice(0, headLength)
      isTooLong = true
      lines = []
    } else lines.push(line)
  }
  function* take(line: string): Generator<DocumentText> {
    number += 1
    const isStart = /^---(?:\s|$)/.test(line)
    const isEnd = /^\.\.\.(?:\s|$)/.test(line)
    isJson ??= /^\s*$/.test(line) ? undefined : /^\uFEFF?\s*\{/.test(line)
    const isNext = isJson === true && line.startsWith('{') && lastSign === '}'
    if ((isStart && !isHead) || isNext || isEnd) {
      const found = finish()
      if (found) yield found
    }
    if (isEnd) {
      begin = number + 1
      return
    }
    if (isStart || !/^\s*(?:[%#].*)?$/.test(line)) isHead = false
    lastSign = /\S(?=\s*$)/.exec(line.slice(-64))?.[0] ?? lastSign
    keep(line)
  }

  let rest = ''
  let isCut = false
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      if (!isCut) yield* take(line)
      else number += 1
      isCut = false
    }
    // A line without an end must not fill the memory: what is cut here makes its document too long.
    if (rest.length > maxDocumentLength) {
      keep(rest)
      rest = ''
      isCut = true
    }
  }
  if (!isCut) yield* take(rest)
  const last = finish()
  if (last) yield last
}
