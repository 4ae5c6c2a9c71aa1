import styles from './tally.module.css'
import unseen from './unseen.module.css'

/** How many there are of something, as it is shown and as it is read out. */
export interface Tally {
  readonly shown: string
  readonly said: string
}

/** At the end of a line, which keeps its width while the number is not known. */
export const TallyMark = ({ tally }: { readonly tally: Tally | undefined }) => (
  <span className={styles.tally}>
    {tally && (
      <>
        <span aria-hidden>{tally.shown}</span>
        <span className={unseen.unseen}>{tally.said}</span>
      </>
    )}
  </span>
)
