export type Part = 'comment' | 'string' | 'keyword' | 'name' | 'number' | 'plain'

interface Piece {
  readonly part: Part
  readonly text: string
}

/** The tokens of each language; the first match wins. */
const languages: Readonly<Record<string, readonly (readonly [Part, string])[]>> = {
  graphql: [
    ['comment', '#[^\\n]*'],
    ['string', '"""[\\s\\S]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"'],
    [
      'keyword',
      '\\b(?:type|input|enum|interface|union|scalar|schema|extend|implements|directive|on|query|mutation|subscription|fragment|repeatable)\\b|@\\w+',
    ],
    ['name', '\\b[A-Z]\\w*'],
    ['number', '\\b\\d+(?:\\.\\d+)?\\b'],
  ],
  proto: [
    ['comment', '//[^\\n]*|/\\*[\\s\\S]*?\\*/'],
    ['string', '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\''],
    [
      'keyword',
      '\\b(?:syntax|edition|package|import|public|option|message|enum|service|rpc|returns|stream|repeated|optional|required|oneof|map|reserved|extensions|extend|to|max|true|false)\\b',
    ],
    [
      'name',
      '\\b(?:double|float|u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64)|bool|string|bytes|[A-Z]\\w*)\\b',
    ],
    ['number', '\\b\\d+\\b'],
  ],
  json: [
    ['name', '"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:)'],
    ['string', '"(?:[^"\\\\\\n]|\\\\.)*"'],
    ['keyword', '\\b(?:true|false|null)\\b'],
    ['number', '-?\\b\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b'],
  ],
  yaml: [
    ['comment', '(?<=^|\\s)#[^\\n]*'],
    ['name', '(?<=^[ \\t-]*)[\\w$./{}-]+(?=\\s*:(?:\\s|$))'],
    ['string', '"(?:[^"\\\\\\n]|\\\\.)*"|\'[^\'\\n]*\''],
    ['keyword', '(?<=:\\s+|-\\s+)(?:true|false|null)\\b'],
    ['number', '(?<=:\\s+|-\\s+)-?\\d+(?:\\.\\d+)?(?=\\s*$)'],
  ],
}

export const languageOf = (format: string): string => format.split('-').at(-1) ?? 'text'

/** A text split into pieces that can be coloured. */
export function highlighted(text: string, language: string): readonly Piece[] {
  const rules = languages[language]
  if (!rules) return [{ part: 'plain', text }]
  const any = new RegExp(rules.map(([, pattern]) => `(${pattern})`).join('|'), 'gm')
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(any)) {
    if (match.index > end) pieces.push({ part: 'plain', text: text.slice(end, match.index) })
    const rule = match.slice(1).findIndex((group) => group !== undefined)
    pieces.push({ part: rules[rule]?.[0] ?? 'plain', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ part: 'plain', text: text.slice(end) })
  return pieces
}
