import type { EntitySummary, Kind } from '@svc/model'
import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useRecords } from '../../api/records.ts'
import { useMay } from '../../api/use-may.ts'
import { type Binding, whyNobody } from '../../areas/on-call/words.ts'
import { bindingScopeOf } from '../../areas/on-call/scope.ts'
import { None } from '../../values/cell.tsx'
import { Reach } from '../../values/reach.tsx'
import { longTime } from '../../words/times.ts'
import { pathOf, RefLink } from '../../values/ref-link.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from './overview.module.css'

const newBinding: string = `${kinds.oncallBinding.path}/new`

interface PeopleProps extends RecordProps {
  readonly summary: EntitySummary
}

/** Who is on call now and who owns it, and how to reach them. */
export function PeopleCard({ kind, record, summary: { onCall } }: PeopleProps) {
  const isTeam = kind.name === kinds.team.name
  const id = String(record.id)
  const teamId = isTeam ? id : typeof record.ownerTeamId === 'string' ? record.ownerTeamId : null
  return (
    <section className={styles.people} aria-label="People">
      <div>
        <h2>On call</h2>
        {onCall ? (
          <>
            <p className={styles.who}>
              {onCall.userUid ? <RefLink id={onCall.userUid} /> : onCall.userName}
              {onCall.until && (
                <span className={styles.quiet}>
                  {' '}
                  until <time dateTime={onCall.until}>{longTime(onCall.until)}</time>
                </span>
              )}
            </p>
            <Reach uid={onCall.userUid} email={onCall.userEmail} />
          </>
        ) : (
          <p className={styles.who}>
            <NobodyOnCall kind={kind} id={id} teamId={isTeam ? null : teamId} />
          </p>
        )}
      </div>
      <div>
        <h2>{isTeam ? 'Channel' : 'Owner'}</h2>
        {!isTeam && <p className={styles.who}>{teamId ? <RefLink id={teamId} /> : 'No owner yet'}</p>}
        {teamId && <Reach teamId={teamId} />}
        {isTeam && !record.slackChannel && <p className={styles.quiet}>No channel yet</p>}
      </div>
    </section>
  )
}

interface NobodyProps {
  readonly kind: Kind
  readonly id: string
  /** Who is on call for its team, where nobody is for the entity itself. */
  readonly teamId: string | null
}

/** Nobody, and by which binding; without a binding, the next step. */
function NobodyOnCall({ kind, id, teamId }: NobodyProps) {
  const scope = bindingScopeOf(kind.name)
  const mayBind = useMay(kinds.oncallBinding, 'create')
  const mayChange = useMay(kind, 'update')
  const own = useRecords(kinds.oncallBinding, { targetId: id }, { isEnabled: scope !== undefined })
  const ofTeam = useRecords(kinds.oncallBinding, { targetId: teamId ?? '' }, { isEnabled: teamId !== null })
  const [binding] = [own, ofTeam].flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? [])
  if (binding)
    return (
      <>
        <Link to={pathOf(kinds.oncallBinding.path, String(binding.id))}>Nobody</Link>{' '}
        <span className={styles.quiet}>{whyNobody(binding as Binding)}</span>
      </>
    )
  if (own.isLoading || ofTeam.isLoading) return <None />
  if (scope !== undefined) return mayBind ? <SetOnCall scope={scope} targetId={id} /> : <None />
  // What has no on-call of its own has that of the team that owns it.
  const teamScope = bindingScopeOf(kinds.team.name)
  if (teamId !== null)
    return mayBind && teamScope ? (
      <>
        <SetOnCall scope={teamScope} targetId={teamId} /> <span className={styles.quiet}>for its team</span>
      </>
    ) : (
      <None />
    )
  if (!mayChange) return <None />
  return (
    <>
      <Link to={`${pathOf(kind.path, id)}/edit` as string}>Choose an owner</Link>{' '}
      <span className={styles.quiet}>whose on-call counts</span>
    </>
  )
}

const SetOnCall = (search: { readonly scope: string; readonly targetId: string }) => (
  <Link to={newBinding} search={search as never}>
    Set on-call
  </Link>
)
