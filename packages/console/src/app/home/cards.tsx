import { type DriftScan, type Kind, kinds } from '@svc/model'
import { useName } from '../../api/names.ts'
import { asOf, type Binding, isOld, whyNobodyShort } from '../../areas/on-call/words.ts'
import { RefLink } from '../../values/ref-link.tsx'
import { shortTime } from '../../words/times.ts'
import { Badge } from '../../design/badge.tsx'
import { AttentionCard, Row } from './attention-card.tsx'
import {
  useFailedDeployments,
  useNewErrors,
  useOnCall,
  type useTroubledSlos,
  useUrgentIssues,
} from './attention.ts'
import { money, moreThanBefore, percent, until } from './figures.ts'
import styles from './home.module.css'
import type { Scope } from './my-scope.ts'
import { useCostJumps, useDrifted } from './watched-projects.ts'

interface CardProps {
  readonly scope: Scope | undefined
}

interface WatchingCardProps {
  readonly watched: readonly string[]
  readonly isReady: boolean
  readonly note: string | undefined
}

const Named = ({ id }: { readonly id: string }) => useName(id).data?.name ?? '…'

const pageOf = (kind: Kind, id: string): string => `${kind.path}/${encodeURIComponent(id)}`

export const SloCard = ({ query }: { readonly query: ReturnType<typeof useTroubledSlos> }) => (
  <AttentionCard
    title="SLOs at risk"
    query={query}
    all={{ to: kinds.slo.path, label: 'All SLOs' }}
    emptyText="No SLO is breached or at risk."
    keyOf={({ id }) => id}
    row={({ id, name, appId, status, errorBudgetPercentUsed }) => (
      <Row to={pageOf(kinds.slo, id)} name={name} about={<RefLink id={appId} />}>
        {errorBudgetPercentUsed !== null && (
          <>
            <span className={styles.number}>{percent(errorBudgetPercentUsed)}</span>
            <span className={styles.faint}>of budget</span>
          </>
        )}
        <Badge word={status ?? 'met'} />
      </Row>
    )}
  />
)

export function IssuesCard({ scope }: CardProps) {
  return (
    <AttentionCard
      title="Critical issues"
      query={useUrgentIssues(scope)}
      all={{ to: `${kinds.issue.path}/board`, label: 'Board' }}
      emptyText="No critical issues are open."
      keyOf={({ id }) => id}
      row={({ id, title, appId, severity, assignedToUid }) => (
        <Row
          to={pageOf(kinds.issue, id)}
          name={title}
          about={
            <>
              <RefLink id={appId} />
              {assignedToUid === scope?.userId && <span className={styles.mine}>assigned to you</span>}
              {assignedToUid === null && <span>unassigned</span>}
            </>
          }
        >
          <Badge word={severity} />
        </Row>
      )}
    />
  )
}

export function OnCallCard({ scope }: CardProps) {
  return (
    <AttentionCard
      title="On call now"
      query={useOnCall(scope)}
      all={{ to: kinds.oncallBinding.path, label: 'All bindings' }}
      emptyText="No team has an on-call binding yet: give one a rota or a schedule."
      isHint
      keyOf={({ id }) => id}
      row={(binding) => (
        <Row
          to={pageOf(kinds.oncallBinding, binding.id)}
          name={binding.currentlyOnCallUserName ?? 'Nobody'}
          about={<RefLink id={binding.targetId} />}
        >
          {binding.currentlyOnCallUserUid !== null && binding.currentlyOnCallUserUid === scope?.userId && (
            <span className={styles.mine}>you</span>
          )}
          <span className={styles.faint}>{shiftWords(binding)}</span>
        </Row>
      )}
    />
  )
}

/** Until when; where that is unknown or may be outdated, says so instead. */
function shiftWords(binding: Binding): string | undefined {
  if (binding.currentlyOnCallUserName === null) return whyNobodyShort(binding)
  if (isOld(binding)) return asOf(binding)
  return binding.currentShiftEndsAt ? until(binding.currentShiftEndsAt) : undefined
}

export function DeploymentsCard({ scope }: CardProps) {
  return (
    <AttentionCard
      title="Failed deployments"
      query={useFailedDeployments(scope)}
      all={{ to: kinds.deployment.path, label: 'All deployments' }}
      emptyText="No deployment failed in the last two weeks."
      keyOf={({ id }) => id}
      row={({ id, appName, targetDisplayName, buildVersion, errorMessage, statusMessage, createdAt }) => (
        <Row
          to={pageOf(kinds.deployment, id)}
          name={[appName, buildVersion].filter(Boolean).join(' ') || 'A deployment'}
          about={<span>{errorMessage ?? statusMessage ?? targetDisplayName}</span>}
        >
          {createdAt && <span className={styles.faint}>{shortTime(createdAt)}</span>}
        </Row>
      )}
    />
  )
}

export function ErrorsCard({ scope }: CardProps) {
  return (
    <AttentionCard
      title="New errors"
      query={useNewErrors(scope)}
      all={{ to: kinds.project.path, label: 'Projects' }}
      emptyText="No new errors since yesterday."
      keyOf={({ appId }) => appId}
      row={({ appId, snapshot }) => (
        <Row
          to={pageOf(kinds.project, appId)}
          name={snapshot?.issues[0]?.title ?? 'Errors'}
          about={<RefLink id={appId} />}
        >
          <span className={styles.number}>{snapshot?.totalEvents24h ?? 0}</span>
          <span className={styles.faint}>in 24 h</span>
        </Row>
      )}
    />
  )
}

export function CostCard({ scope, watched, isReady, note }: WatchingCardProps & CardProps) {
  const isEverything = scope?.projectIds === null
  return (
    <AttentionCard
      title="Cost jumps"
      query={useCostJumps(isEverything ? null : watched, isReady)}
      all={{ to: '/costs', label: 'All costs' }}
      emptyText="No project costs much more than in the month before."
      note={isEverything ? undefined : note}
      keyOf={({ appId }) => appId}
      row={({ appId, now, before }) => (
        <Row
          to="/costs"
          search={{ appId }}
          name={<Named id={appId} />}
          about={<span>{money(before)} in the 30 days before</span>}
        >
          <span className={styles.number}>{money(now)}</span>
          <span className={styles.rise}>{moreThanBefore(now, before)}</span>
        </Row>
      )}
    />
  )
}

export function DriftCard({ watched, isReady, note }: WatchingCardProps) {
  return (
    <AttentionCard
      title="Drifted environments"
      query={useDrifted(watched, isReady)}
      all={{ to: kinds.project.path, label: 'Projects' }}
      emptyText="No environment has drifted."
      note={note}
      keyOf={({ appId }) => appId}
      row={({ appId, driftedCount, drifted }) => (
        <Row
          to={pageOf(kinds.project, appId)}
          search={{ tab: 'drift' }}
          name={<Named id={appId} />}
          about={<span>{drifted.map(({ environment }) => environment).join(', ')}</span>}
        >
          <span className={styles.number}>{driftedCount}</span>
          <span className={styles.faint}>
            {driftedCount === 1 ? 'differs' : 'differ'}, {shortTime(lastOf(drifted))}
          </span>
        </Row>
      )}
    />
  )
}

const lastOf = (scans: readonly DriftScan[]): string =>
  scans.reduce((last, { scannedAt }) => (scannedAt > last ? scannedAt : last), '')
