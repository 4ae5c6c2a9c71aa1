import { ImageOff } from 'lucide-react'
import styles from './markdown.module.css'

/** In place of an image that cannot be shown: what it is about, and why it is not there. */
export const MissingImage = ({ about, why }: { readonly about: string; readonly why: string }) => (
  <span className={styles.missing}>
    <ImageOff aria-hidden /> {about || 'Image'} ({why})
  </span>
)
