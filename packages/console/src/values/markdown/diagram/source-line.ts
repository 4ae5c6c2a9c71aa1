export interface SourceLine {
  readonly number: number
  readonly text: string
}

/** A label without its quotes, with its line breaks. */
export function labelOf(written: string): string {
  const text = written.trim()
  const inner = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  return inner
    .replace(/<br ?\/?>|\\n/gi, '\n')
    .replaceAll('#quot;', '"')
    .replaceAll('#amp;', '&')
    .replaceAll('#lt;', '<')
    .replaceAll('#gt;', '>')
    .slice(0, 300)
}
