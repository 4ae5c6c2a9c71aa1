import styles from './skeleton.module.css'

/** A placeholder while content is loading. */
export const Skeleton = ({ rows = 6 }: { readonly rows?: number }) => (
  <div className={styles.rows} role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
      <span key={row} className={styles.bar} />
    ))}
  </div>
)
