/** Texts in the configuration language, so that it reads back exactly the same. */

/** On one line, in quotes. */
export const quotedText = (text: string): string =>
  `"${text.replace(specials, escaped).replace(templates, withoutTemplate)}"`

/** As a heredoc, which keeps its indentation whatever surrounds it. */
export function linedText(text: string, indent: string): string {
  const isWhole = text.endsWith('\n')
  const body = text.replace(templates, withoutTemplate)
  const mark = markerFor(body)
  return isWhole ? `<<${mark}\n${body}${mark}` : `chomp(<<${mark}\n${body}\n${mark}\n${indent})`
}

/** Whether a text is better written as a heredoc: it has several lines, and no character that needs an escape. */
export const isLines = (text: string): boolean => text.trimEnd().includes('\n') && !unfitForLines.test(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const unfitForLines = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const specials = /["\\\u0000-\u001f\u007f\u0085\u2028\u2029]/g
const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const escaped = (character: string): string =>
  named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The start of an expression, with preceding signs that could be taken for part of it. */
const templates = /[$%]+\{/g

/** Doubled, the last sign is literal; those before it are written as expressions. */
const withoutTemplate = (found: string): string => {
  const signs = [...found.slice(0, -1)]
  const last = signs.pop() ?? ''
  return `${signs.map((sign) => `\${"${sign}"}`).join('')}${last}${last}{`
}

function markerFor(text: string): string {
  const taken = new Set(text.split('\n').map((line) => line.trim()))
  let mark = 'EOT'
  while (taken.has(mark)) mark += '_'
  return mark
}
