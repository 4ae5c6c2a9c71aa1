/**
 * Some members of a JSON object without parsing the rest: strings and numbers as they are, objects with only the
 * names of their members. Undefined if the text does not end like an object. It stops now and then, so that others
 * get their turn.
 */
export function* topLevelOf(
  text: string,
  wanted: ReadonlySet<string>,
): Generator<undefined, Readonly<Record<string, unknown>> | undefined> {
  const found: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let depth = 0
  let key = ''
  let inner: Record<string, unknown> | undefined
  let pauseAt = charsPerStep
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      yield
      pauseAt = at + charsPerStep
    }
    const character = text.charCodeAt(at)
    if (character === quote) {
      const end = endOfText(text, at)
      if (end < 0) return undefined
      if (depth <= 2 && isKey(text, end)) {
        const name = text.slice(at + 1, end)
        if (depth === 1) {
          key = name
          inner = undefined
        } else if (inner) inner[name] = true
      } else if (depth === 1 && wanted.has(key)) found[key] = text.slice(at + 1, end)
      at = end
    } else if (character === openBrace || character === openBracket) {
      depth += 1
      if (depth === 2 && character === openBrace && wanted.has(key)) {
        inner = {}
        found[key] = inner
      }
    } else if (character === closeBrace || character === closeBracket) {
      depth -= 1
      if (depth === 1) inner = undefined
      if (depth === 0) return text.slice(at + 1).trim() === '' ? found : undefined
    } else if (depth === 1 && wanted.has(key) && isDigit(character) && !Object.hasOwn(found, key)) {
      found[key] = Number.parseFloat(text.slice(at, at + 20))
    }
  }
  return undefined
}

const charsPerStep = 64 * 1024

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const colon = ':'.charCodeAt(0)
const openBrace = '{'.charCodeAt(0)
const closeBrace = '}'.charCodeAt(0)
const openBracket = '['.charCodeAt(0)
const closeBracket = ']'.charCodeAt(0)

const isDigit = (character: number): boolean => character >= 48 && character <= 57

/** Where a string that begins at a quotation mark ends: at one preceded by an even number of backslashes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** Whether a string that ends here is followed by a colon. */
function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === colon
}
