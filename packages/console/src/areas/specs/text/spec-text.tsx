import { memo } from 'react'
import { highlighted, languageOf } from './highlight.ts'
import styles from './spec-text.module.css'

/** Colours cost time and elements; what is longer is shown plain. */
const maxColoured = 200_000

/** As much as is laid out at a time: what is out of sight waits until somebody scrolls to it. */
const pieceChars = 20_000

/** A long text in pieces that end with a line, or in the middle of one that has no end. */
function pieces(text: string): readonly string[] {
  const found: string[] = []
  for (let start = 0; start < text.length; ) {
    const line = text.indexOf('\n', start + pieceChars)
    const end = line < 0 || line - start > 4 * pieceChars ? start + 4 * pieceChars : line + 1
    found.push(text.slice(start, end))
    start = end
  }
  return found
}

/** A spec as it was written. */
export const SpecText = memo(({ text, format }: { readonly text: string; readonly format: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
  <pre className={styles.text} tabIndex={0}>
    <code>
      {text.length > maxColoured
        ? pieces(text).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
            <span key={index} className={styles.piece}>
              {piece}
            </span>
          ))
        : highlighted(text, languageOf(format)).map(({ part, text: piece }, index) =>
            part === 'plain' ? (
              piece
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
              <span key={index} className={styles[part]}>
                {piece}
              </span>
            ),
          )}
    </code>
  </pre>
))
