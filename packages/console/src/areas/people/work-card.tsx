import { capital, kindNamed, kinds, type ResponsibilityPart, severalOfKind } from '@svc/model'
import { useCall } from '../../api/use-call.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../record/record-page.module.css'
import type { RecordProps } from '../../values/area-parts.ts'
import { RefLink } from '../../values/ref-link.tsx'

/** What somebody works on: their teams, what these own, what they are on call for, and their open issues. */
export function WorkCard({ record }: RecordProps) {
  // Of the mode that is looked at: members belong to both.
  const found = useCall(kinds.team, 'getResponsibilities', { params: { uid: String(record.id) } })
  const parts = found.data?.responsibilities.filter(({ count }) => count > 0)
  return (
    <Card title="Work">
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={4} />}
      {parts?.length === 0 && (
        <p className={styles.quiet}>In no team, not on call, and no open issue is assigned to them.</p>
      )}
      {parts && parts.length > 0 && (
        <dl className={styles.details}>
          {parts.map((part) => (
            <Part key={`${part.responsibility} ${part.kind} ${part.field}`} part={part} />
          ))}
        </dl>
      )}
    </Card>
  )
}

function Part({ part }: { readonly part: ResponsibilityPart }) {
  const { count, records } = part
  return (
    <div className={styles.detail}>
      <dt>
        {wordsFor(part)} ({count})
      </dt>
      <dd>
        <ul className={styles.refs}>
          {records.map(({ id }) => (
            <li key={id}>
              <RefLink id={id} />
            </li>
          ))}
          {count > records.length && <li className={styles.quiet}>and {count - records.length} more</li>}
        </ul>
      </dd>
    </div>
  )
}

function wordsFor({ responsibility, kind, field }: ResponsibilityPart): string {
  const owner = kindNamed(kind)
  const several = severalOfKind(owner)
  if (responsibility === 'leads') return `Leads ${several}`
  if (responsibility === 'memberOf') return `In ${several}`
  if (responsibility === 'owns') return `${capital(several)} of the teams they lead`
  if (responsibility === 'assigned') return `Open ${several}`
  return owner.fields[field]?.traits.managed ? 'On call now' : 'In the rota of'
}
