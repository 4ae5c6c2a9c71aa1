import { Link } from '@tanstack/react-router'
import { Card } from '../../design/card.tsx'
import styles from '../../record/record-page.module.css'
import { useSession } from '../../session/session.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { Reach } from '../../values/reach.tsx'

/** How to reach somebody, and where they say so themselves. */
export function ReachCard({ record }: RecordProps) {
  const { user } = useSession()
  const hasSaid = Array.isArray(record.contacts) && record.contacts.length > 0
  const isSelf = user.id === record.id
  return (
    <Card title="Reach them">
      <Reach uid={String(record.id)} />
      {isSelf ? (
        <p className={styles.quiet}>
          <Link to="/settings/account">
            {hasSaid ? 'Change how you are reached' : 'Add a phone or a chat'}
          </Link>
        </p>
      ) : (
        !hasSaid && <p className={styles.quiet}>They have added no phone and no chat yet.</p>
      )}
    </Card>
  )
}
