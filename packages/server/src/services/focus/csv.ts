import { CatalogError } from '@svc/model'

/** One record of a file, with the line that it begins on; or what is wrong with that line. */
export type CsvRecord =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string }

/** A quote that is never closed would otherwise swallow the rest of the file into memory. */
const maxRecordLength = 1024 * 1024

/**
 * Reads CSV as defined by RFC 4180 (quoted fields, quotes and line ends within them, LF or CRLF), in chunks as it
 * arrives.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  wants: Wants,
  maxLines = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly CsvRecord[]> {
  const decoder = new TextDecoder() // also removes a byte order mark
  const parser = createParser(wants)
  for await (const piece of bytes) {
    yield parser.take(decoder.decode(piece, { stream: true }), false)
    if (parser.line() > maxLines) throw tooManyLines(maxLines)
  }
  yield parser.take(decoder.decode(), true)
}

/**
 * Receives the first record, which names the columns, and returns which of them to read: the others are left empty.
 */
type Wants = (header: readonly string[]) => readonly boolean[]

function createParser(wants: Wants) {
  let rest = ''
  let line = 1
  let wanted: readonly boolean[] | undefined
  return {
    take(text: string, isLast: boolean): readonly CsvRecord[] {
      const all = rest + text
      const records: CsvRecord[] = []
      let at = 0
      while (at < all.length) {
        const found = readRecord(all, at, { isLast, wanted })
        if (!found && all.length - at <= maxRecordLength) break
        const { end, fields, lines, problem } = found ?? tooLong(all, at)
        const isBlank = fields.length === 1 && fields[0] === ''
        if (problem !== undefined) records.push({ line, problem })
        else if (!wanted && !isBlank) wanted = wants(fields)
        else if (!isBlank) records.push({ line, fields })
        line += lines
        at = end
      }
      rest = all.slice(at)
      return records
    },
    line: (): number => line,
  }
}

interface Found {
  /** Where the next record begins. */
  readonly end: number
  readonly fields: readonly string[]
  readonly lines: number
  readonly problem?: string
}

const [quote, comma, newline, carriage] = [34, 44, 10, 13]

/** The record that begins at a position, or undefined if its end has not arrived yet. */
function readRecord(
  text: string,
  start: number,
  { isLast, wanted }: { readonly isLast: boolean; readonly wanted: readonly boolean[] | undefined },
): Found | undefined {
  const fields: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    if (text.charCodeAt(at) === quote) {
      const quoted = readQuoted(text, at + 1, isLast)
      if (!quoted) return isLast ? skipLine(text, start, 'a quote is opened and never closed') : undefined
      fields.push(quoted.value)
      lines += quoted.lines
      at = quoted.end
    } else {
      const from = at
      for (let code = text.charCodeAt(at); code !== comma && code !== newline; code = text.charCodeAt(++at))
        if (at >= text.length) break
      const isCrLf = text.charCodeAt(at) === newline && at > from && text.charCodeAt(at - 1) === carriage
      const isWanted = wanted === undefined || wanted[fields.length] === true
      fields.push(isWanted ? text.slice(from, isCrLf ? at - 1 : at) : '')
    }
    const code = text.charCodeAt(at)
    if (code === comma) {
      at += 1
      if (at >= text.length && !isLast) return undefined
    } else if (code === newline) return { end: at + 1, fields, lines }
    else if (at >= text.length) return isLast ? { end: at, fields, lines } : undefined
    else if (code === carriage && at + 1 >= text.length && !isLast) return undefined
    else if (code === carriage && text.charCodeAt(at + 1) === newline) return { end: at + 2, fields, lines }
    else return skipLine(text, start, 'there is text between a closing quote and the next comma', isLast)
  }
}

function readQuoted(text: string, start: number, isLast: boolean) {
  let value = ''
  let from = start
  for (;;) {
    const close = text.indexOf('"', from)
    // At the end of a chunk it may be the first of two, which stand for one.
    if (close === -1 || (close + 1 === text.length && !isLast)) return undefined
    if (text.charCodeAt(close + 1) !== quote) {
      value += text.slice(from, close)
      return { value, end: close + 1, lines: value.includes('\n') ? value.split('\n').length - 1 : 0 }
    }
    value += text.slice(from, close + 1)
    from = close + 2
  }
}

const tooManyLines = (max: number): CatalogError =>
  new CatalogError(
    'payload_too_large',
    `The file has more than ${max.toLocaleString('en')} lines. Import it in parts, or with "svc import costs".`,
  )

/** After a malformed line, reading continues with the next one. */
function skipLine(text: string, start: number, problem: string, isLast = true): Found | undefined {
  const end = text.indexOf('\n', start)
  if (end === -1 && !isLast) return undefined
  return { end: end === -1 ? text.length : end + 1, fields: [], lines: 1, problem }
}

const tooLong = (text: string, start: number): Found => {
  const found = skipLine(text, start, 'it is longer than 1 MiB; a quote may be missing')
  return found ?? { end: text.length, fields: [], lines: 1, problem: 'it is longer than 1 MiB' }
}
