import { Reach } from '../../../values/reach.tsx'
import { RefLink } from '../../../values/ref-link.tsx'
import styles from './panel.module.css'

interface PersonProps {
  readonly userName: string
  readonly userEmail: string | null
  readonly userUid: string | null
  /** What stands beside the name. */
  readonly note?: string
  /** Whether more than the e-mail address is looked up. */
  readonly isLookedUp?: boolean
}

/** Who is on call and how to reach them, in the order that they prefer. */
export const Person = ({ userName, userEmail, userUid, note, isLookedUp = true }: PersonProps) => (
  <>
    <div className={styles.row}>
      {userUid ? <RefLink id={userUid} /> : userName}
      {note && <span className={styles.type}>{note}</span>}
    </div>
    <Reach uid={isLookedUp ? userUid : null} email={userEmail} />
  </>
)
