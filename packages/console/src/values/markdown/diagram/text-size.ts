/** A worker has no fonts, so the width of a text is estimated, rather too wide than too narrow. */
export const lineHeight = 18

const narrow = /[iljtfr.,:;'!|()[\]\s]/
const wide = /[\p{Lu}mwMW@%&—]/u
const square =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

export function widthOf(text: string): number {
  let width = 0
  for (const sign of text)
    width += square.test(sign) ? 14 : wide.test(sign) ? 9.8 : narrow.test(sign) ? 4.6 : 7.6
  return Math.ceil(width)
}

/** The lines of a label, none of them much longer than this; a long word is cut. */
export function linesOf(label: string, maxWidth = 200): readonly string[] {
  if (label === '') return []
  return label.split('\n').flatMap((text) => wrapped(text.trim(), maxWidth))
}

function wrapped(text: string, maxWidth: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((one) => cut(one, maxWidth))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > maxWidth) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

const lettersAtOnce = 24

function cut(word: string, maxWidth: number): readonly string[] {
  if (widthOf(word) <= maxWidth) return [word]
  const letters = Array.from(word)
  return Array.from({ length: Math.ceil(letters.length / lettersAtOnce) }, (_, n) =>
    letters.slice(n * lettersAtOnce, (n + 1) * lettersAtOnce).join(''),
  )
}

export const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map(widthOf))
