import { kinds, scopeFor } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { useFavourites } from '../../record/favourites/favourites.ts'
import { RefLink } from '../../values/ref-link.tsx'
import { useSession } from '../../session/session.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useRecents } from '../search/recents.ts'
import { useTroubledSlos } from './attention.ts'
import {
  CostCard,
  DeploymentsCard,
  DriftCard,
  ErrorsCard,
  IssuesCard,
  OnCallCard,
  SloCard,
} from './cards.tsx'
import { greeting } from './figures.ts'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { KnownRecords } from './known-records.tsx'
import { useHasAny } from './has-any.ts'
import styles from './home.module.css'
import { type Scope, useMyScope } from './my-scope.ts'
import { maxWatched, watchedOf } from './watched-projects.ts'

const teams: string = kinds.team.path

/** What needs my attention now. */
export function HomePage() {
  const { user } = useSession()
  const found = useMyScope()
  const { ids: favourites } = useFavourites()
  const recents = useRecents()
  const scope = found.data
  // An empty catalog must not claim that all is well.
  const projects = useHasAny(kinds.project)
  const isEmpty = projects.data === false
  const steps = useFirstSteps()
  // Nothing is shown that would be taken back once it is known what there is.
  const isPending = projects.isPending || steps.isPending
  const slos = useTroubledSlos(scope)
  const watched = watchedOf(scope, slos.data?.map(({ appId }) => appId) ?? [])
  const watching = {
    watched,
    isReady: Boolean(scope && slos.data),
    note: watched.length > 0 ? noteOf(scope) : undefined,
  }
  const name = (user.displayName ?? user.email ?? '').split(' ', 1)[0]
  return (
    <>
      <PageHead
        title={`${greeting(new Date().getHours())}${name ? `, ${name}` : ''}`}
        lead={<Lead scope={isPending ? undefined : scope} isEmpty={!isPending && isEmpty} />}
      />
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {isPending ? (
        <Skeleton rows={8} />
      ) : steps.areShown ? (
        <FirstSteps isDone={steps.isDone} hide={steps.hide} />
      ) : (
        isEmpty && <NothingYet />
      )}
      {isPending || isEmpty || (
        <div className={styles.cards}>
          <div className={styles.column}>
            <SloCard query={slos} />
            <DriftCard {...watching} />
          </div>
          <div className={styles.column}>
            <IssuesCard scope={scope} />
            <DeploymentsCard scope={scope} />
          </div>
          <div className={styles.column}>
            <KnownRecords title="Favourites" ids={favourites} />
            <OnCallCard scope={scope} />
            <CostCard scope={scope} {...watching} />
            <ErrorsCard scope={scope} />
            <KnownRecords title="Recently seen" ids={recents} />
          </div>
        </div>
      )}
    </>
  )
}

/** For people who have finished the first steps, or have none to take. */
function NothingYet() {
  const { scopes } = useSession()
  const mayCreate = scopes.includes(scopeFor(kinds.project, 'create'))
  const create: string = `${kinds.project.path}/new`
  return (
    <Empty
      icon={House}
      title="Nothing needs your attention yet"
      actions={
        mayCreate && (
          <Link to={create} className={buttonClass('primary')}>
            Create a project
          </Link>
        )
      }
    >
      Once there are projects, this page shows what is broken or at risk, what is urgent, what has drifted,
      what costs more than before, and who is on call.
    </Empty>
  )
}

function Lead({ scope, isEmpty }: { readonly scope: Scope | undefined; readonly isEmpty: boolean }) {
  if (isEmpty) return <span className={styles.teams}>There are no projects yet.</span>
  if (!scope) return <span className={styles.teams}>Looking for what needs your attention…</span>
  if (scope.projectIds === null)
    return (
      <span className={styles.teams}>
        You are not in a team, so this shows the worst across all teams.
        <Link to={teams}>Find your team</Link>
      </span>
    )
  if (scope.projectIds.size === 0) {
    return (
      <span className={styles.teams}>
        No project belongs to
        {scope.teamIds.map((id) => (
          <RefLink key={id} id={id} />
        ))}
        yet.
      </span>
    )
  }
  return (
    <span className={styles.teams}>
      {scope.projectIds.size} {scope.projectIds.size === 1 ? 'project' : 'projects'} of
      {scope.teamIds.map((id) => (
        <RefLink key={id} id={id} />
      ))}
    </span>
  )
}

function noteOf(scope: Scope | undefined): string | undefined {
  if (!scope) return undefined
  if (scope.projectIds === null) return 'Only projects with SLOs at risk.'
  return scope.projectIds.size > maxWatched ? `Only ${maxWatched} of your projects.` : undefined
}
