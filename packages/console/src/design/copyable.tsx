import { CopyButton } from './copy-button.tsx'
import styles from './copyable.module.css'

/** A text with a button to copy it. */
export const Copyable = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className={styles.copyable}>
    <code className={styles.text}>{text}</code>
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
)
