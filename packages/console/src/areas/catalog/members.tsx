import { Users } from 'lucide-react'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Reach } from '../../values/reach.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'

/** Who is in a team, its lead first. */
export function Members({ record }: RecordProps) {
  const lead = record.leadUid ? String(record.leadUid) : null
  const others = ((record.memberUids ?? []) as readonly string[]).filter((uid) => uid !== lead)
  const all = lead ? [lead, ...others] : others
  if (all.length === 0) {
    return (
      <Empty icon={Users} title="No members yet">
        Edit the team to add members and choose its lead.
      </Empty>
    )
  }
  return (
    <Card isFlush>
      <table className={styles.table}>
        <tbody>
          {all.map((uid) => (
            <Member key={uid} uid={uid} isLead={uid === lead} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Member({ uid, isLead }: { readonly uid: string; readonly isLead: boolean }) {
  return (
    <tr>
      <td className={styles.name}>
        <RefLink id={uid} />
        <div className={styles.address}>
          <Reach uid={uid} />
        </div>
      </td>
      <td className={styles.number}>{isLead && <Badge word="lead" />}</td>
    </tr>
  )
}
