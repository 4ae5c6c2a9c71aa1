import { imageLimits, kinds, type RunbookImage } from '@svc/model'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { Note } from '../../design/note.tsx'
import { said } from '../../design/trouble.ts'
import styles from './document-panel.module.css'
import type { KeptOnes } from './use-images.ts'

interface KeptImagesProps {
  readonly images: KeptOnes
  /** As it is being written. */
  readonly text: string
}

/** The images that a runbook keeps; those that its text does not show can go. */
export function KeptImages({ images, text }: KeptImagesProps) {
  const mayDelete = useMay(kinds.runbook, 'delete')
  const [leaving, setLeaving] = useState<RunbookImage | null>(null)
  if (images.error) return <Note tone="warn">The images couldn’t be loaded. {said(images.error)}</Note>
  if (images.list.length === 0) return null
  const total = images.list.reduce((sum, { size }) => sum + size, 0)
  return (
    <section className={styles.images} aria-label="Images">
      <p>
        {images.list.length} of {imageLimits.images} images, {sizeOf(total)} of{' '}
        {sizeOf(imageLimits.totalBytes)}
      </p>
      <ul>
        {images.list.map((image) => (
          <li key={image.id}>
            <span>{image.name}</span>
            <span>{sizeOf(image.size)}</span>
            {!text.includes(image.path) && <Badge word="not used" />}
            {mayDelete && (
              <Button
                look="quiet"
                square
                aria-label={`Delete ${image.name}`}
                title={`Delete ${image.name}`}
                onClick={() => setLeaving(image)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={`Delete ${leaving.name}?`}
          isOpen
          verb="Delete"
          onConfirm={() => images.remove(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          {text.includes(leaving.path)
            ? 'The text shows it, and will say that it is missing.'
            : 'The text does not show it.'}
        </ConfirmDialog>
      )}
    </section>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 100 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
