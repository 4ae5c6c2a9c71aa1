import { imageTypes } from '@svc/model'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../design/button.tsx'
import unseen from '../../design/unseen.module.css'
import styles from './markdown-editor.module.css'
import type { Images } from './use-image-drop.ts'

export function ImagePicker({ onPick }: { onPick(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        square
        aria-label="Image"
        title="Image (or paste or drop one)"
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden />
      </Button>
      <input
        ref={input}
        className={unseen.unseen}
        type="file"
        accept={imageTypes.join(',')}
        multiple
        tabIndex={-1}
        aria-label="Image files"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** What is on its way, and what went wrong. */
export const ImageProgress = ({ images: { underWay, failed } }: { readonly images: Images }) =>
  underWay.length + failed.length > 0 && (
    <div className={styles.progress} role="status">
      {underWay.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name.
        <p key={index}>Uploading {name}…</p>
      ))}
      {failed.map((why) => (
        <p key={why} className={styles.failed}>
          {why}
        </p>
      ))}
    </div>
  )
