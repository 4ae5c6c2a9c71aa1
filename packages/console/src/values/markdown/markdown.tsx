import { memo } from 'react'
import { LargeDocument } from './large-document.tsx'
import styles from './markdown.module.css'
import { Pieces } from './pieces-view.tsx'
import { partsOf, sliceOf } from './slices.ts'

/** What is longer is taken apart beside the page. */
const shortLength = 16_000

/** A document in Markdown, whatever it holds and however long it is. */
export const Markdown = memo(({ text }: { readonly text: string }) => {
  const whole = text.length <= shortLength ? sliceOf(partsOf(text), 0) : undefined
  // Little text can be a large table.
  if (whole?.next !== null) return <LargeDocument text={text} />
  return (
    <div className={styles.document}>
      <Pieces pieces={whole.pieces} />
    </div>
  )
})
