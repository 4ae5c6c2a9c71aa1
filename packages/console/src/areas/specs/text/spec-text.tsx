import { memo } from 'react'
import { highlighted, languageOf } from './highlight.ts'
import styles from './spec-text.module.css'

/** Highlighting costs time and elements; longer texts are shown plain. */
const maxHighlighted = 200_000

/** How much is laid out at a time: the rest waits until it is scrolled into view. */
const pieceChars = 20_000

/** A long text in pieces that end at a line break, or within an overlong line. */
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

/** The source of a spec. */
export const SpecText = memo(({ text, format }: { readonly text: string; readonly format: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable.
  <pre className={styles.text} tabIndex={0}>
    <code>
      {text.length > maxHighlighted
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
