import { memo } from 'react'
import { highlighted, languageOf } from './highlight.ts'
import styles from './spec-text.module.css'

/** Colours cost time and elements; what is longer is shown plain. */
const mostColoured = 200_000

/** A spec as it was written. */
export const SpecText = memo(({ text, format }: { readonly text: string; readonly format: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
  <pre className={styles.text} tabIndex={0}>
    <code>
      {text.length > mostColoured
        ? text
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
