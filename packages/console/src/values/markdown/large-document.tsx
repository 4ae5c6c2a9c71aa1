import { memo } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from './markdown.module.css'
import { Pieces } from './pieces-view.tsx'
import type { Slice } from './slices.ts'
import { useSlices } from './use-slices.ts'

/** A document that would hold the page up: taken apart beside it, and shown slice by slice. */
export function LargeDocument({ text }: { readonly text: string }) {
  const { slices, isPlain, hasMore, more } = useSlices(text)
  if (slices.length === 0) return <Skeleton />
  return (
    <div className={styles.document}>
      {isPlain && <Note tone="info">This text takes too long to format: it is shown as it was written.</Note>}
      {slices.map((slice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slices follow each other and have no names.
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

/** Those that are there are not drawn again when another comes. */
const SliceView = memo(({ slice }: { readonly slice: Slice }) => <Pieces pieces={slice.pieces} />)
