import { memo } from 'react'
import { LargeDocument } from './large-document.tsx'
import styles from './markdown.module.css'
import { Pieces } from './pieces-view.tsx'
import { partsOf, sliceOf } from './slices.ts'

/** Longer texts are parsed in a worker. */
const shortLength = 16_000

/** A Markdown document, whatever it contains and however long it is. */
export const Markdown = memo(({ text }: { readonly text: string }) => {
  const whole = text.length <= shortLength ? sliceOf(partsOf(text), 0) : undefined
  // A short text can be a large table.
  if (whole?.next !== null) return <LargeDocument text={text} />
  return (
    <div className={styles.document}>
      <Pieces pieces={whole.pieces} />
    </div>
  )
})
