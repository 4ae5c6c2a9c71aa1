import { memo } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from './markdown.module.css'
import { Pieces } from './pieces-view.tsx'
import type { Slice } from './slices.ts'
import { useSlices } from './use-slices.ts'

/** A document that would block the page: parsed in a worker and shown slice by slice. */
export function LargeDocument({ text }: { readonly text: string }) {
  const { slices, isPlain, hasMore, more } = useSlices(text)
  if (slices.length === 0) return <Skeleton />
  return (
    <div className={styles.document}>
      {isPlain && <Note tone="info">This text takes too long to format, so its source is shown.</Note>}
      {slices.map((slice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slices are in order and have no ids.
        <SliceView key={index} slice={slice} />
      ))}
      {hasMore && (
        <p>
          <Button onClick={more}>Show more of this text</Button>
        </p>
      )}
    </div>
  )
}

/** Memoised, so that slices are not rendered again when another arrives. */
const SliceView = memo(({ slice }: { readonly slice: Slice }) => <Pieces pieces={slice.pieces} />)
