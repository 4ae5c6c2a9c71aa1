import { kinds, titleOf } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useRecords } from '../../api/records.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { asOf, type Binding, isOld, whyNobody } from './words.ts'
import { pathOf, RefLink } from '../../values/ref-link.tsx'
import { Reach } from '../../values/reach.tsx'
import { longTime } from '../../words/times.ts'
import type { RecordProps } from '../../values/area-parts.ts'
import { bindingScopeOf } from './scope.ts'
import styles from '../../record/record-page.module.css'

/** Who is on call for a team, according to each of its bindings. */
export function OnCall({ kind, record }: RecordProps) {
  const scope = bindingScopeOf(kind.name)
  const id = String(record.id)
  const found = useRecords(kinds.oncallBinding, { scope, targetId: id })
  const bindings = found.data?.pages.flatMap(({ items }) => items) ?? []
  if (found.isError && !found.data)
    return <Problem error={found.error} onRetry={() => void found.refetch()} />
  // The card of people says that there is none, and what to do.
  if (bindings.length === 0) return null
  return (
    <Card title="On call now">
      <dl className={styles.side}>
        {bindings.map((binding) => (
          <div key={String(binding.id)}>
            <dt>
              <Link to={pathOf(kinds.oncallBinding.path, String(binding.id))}>
                {titleOf(kinds.oncallBinding, binding)}
              </Link>
            </dt>
            <dd>
              <WhoIsOn binding={binding as Binding} />
            </dd>
          </div>
        ))}
      </dl>
      {kind.name === kinds.team.name && <Reach teamId={id} />}
    </Card>
  )
}

interface WhoIsOnProps {
  readonly binding: Binding
  /** Whether there is little room. */
  readonly isBrief?: boolean
}

/** Who is on call and until when, or why nobody is; names not confirmed recently are marked. */
export function WhoIsOn({ binding, isBrief = false }: WhoIsOnProps) {
  const { currentlyOnCallUserName: name, currentlyOnCallUserUid: uid, currentShiftEndsAt: until } = binding
  if (name === null) {
    return (
      <>
        Nobody<span className={styles.quiet}>: {whyNobody(binding)}</span>
      </>
    )
  }
  return (
    <>
      {uid ? <RefLink id={uid} /> : name}
      {until && <span className={styles.quiet}> until {longTime(until)}</span>}
      {isOld(binding) && <span className={styles.quiet}>, {asOf(binding)}</span>}
      <Reach uid={uid} email={binding.currentlyOnCallUserEmail} isBrief={isBrief} />
    </>
  )
}
