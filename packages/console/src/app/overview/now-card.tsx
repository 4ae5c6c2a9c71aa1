import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useRecords } from '../../api/records.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { None } from '../../values/cell.tsx'
import { type Binding, whyNobody } from '../../areas/on-call/words.ts'
import { pathOf, RefLink } from '../../values/ref-link.tsx'
import { Reach } from '../../values/reach.tsx'
import { SloBadge } from '../../areas/graph/slo-badge.tsx'
import { useMay } from '../../api/use-may.ts'
import type { RecordProps } from '../../values/area-parts.ts'
import { bindingScopeOf } from '../../areas/on-call/scope.ts'
import { entityKindOf } from '../../values/entity-look.ts'
import styles from '../../record/record-page.module.css'
import {
  countInWords,
  hitDirectly,
  neededDirectly,
  useImpactCount,
  useNeighbours,
} from '../../areas/graph/neighbours.ts'

const newBinding: string = `${kinds.oncallBinding.path}/new`

/** The current state of an entity, and who is on call for it. */
export function NowCard({ kind, record }: RecordProps) {
  const id = String(record.id)
  const entity = `${entityKindOf(kind.name)}:${id}`
  const scope = bindingScopeOf(kind.name)
  const found = useNeighbours(entity)
  const { data: inAll } = useImpactCount(entity)
  const node = found.data?.nodes.find((one) => one.id === id)
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Card title="Now">
      {found.isPending ? (
        <Skeleton rows={3} />
      ) : (
        <dl className={styles.side}>
          <div>
            <dt>On call</dt>
            <dd>
              {node?.onCall ? (
                <>
                  {node.onCall.userUid ? <RefLink id={node.onCall.userUid} /> : node.onCall.userName}
                  <Reach uid={node.onCall.userUid} email={node.onCall.userEmail} />
                </>
              ) : (
                <NobodyOnCall id={id} scope={scope} teamId={node?.ownerTeamId ?? null} />
              )}
            </dd>
          </div>
          <div>
            <dt>SLOs</dt>
            <dd>
              <SloBadge node={node} />
            </dd>
          </div>
          <div>
            <dt>Critical issues open</dt>
            <dd>{node?.openCriticalIssues ?? 0}</dd>
          </div>
          <div>
            <dt>Depends on</dt>
            <dd>{neededDirectly(found.data, id)} directly</dd>
          </div>
          <div>
            <dt>Needed by</dt>
            <dd>
              <Link to="/graph" search={{ root: entity, mode: 'impact' }}>
                {hitDirectly(found.data, id)} directly
                {inAll && `, ${countInWords(inAll)} in total`}
              </Link>
            </dd>
          </div>
        </dl>
      )}
    </Card>
  )
}

interface NobodyProps {
  readonly id: string
  readonly scope: string | undefined
  /** Who is on call for its team, where nobody is for the entity itself. */
  readonly teamId: string | null
}

/** Nobody, and by which binding; without a binding, a link to add one. */
function NobodyOnCall({ id, scope, teamId }: NobodyProps) {
  const mayBind = useMay(kinds.oncallBinding, 'create') && scope !== undefined
  const own = useRecords(kinds.oncallBinding, { targetId: id }, { isEnabled: scope !== undefined })
  const ofTeam = useRecords(kinds.oncallBinding, { targetId: teamId ?? '' }, { isEnabled: teamId !== null })
  const [binding] = [own, ofTeam].flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? [])
  if (binding) {
    return (
      <Link to={pathOf(kinds.oncallBinding.path, String(binding.id))} title={whyNobody(binding as Binding)}>
        Nobody
      </Link>
    )
  }
  if (!mayBind || own.isLoading || ofTeam.isLoading) return <None />
  return (
    <Link to={newBinding} search={{ scope, targetId: id } as never}>
      Set up on-call
    </Link>
  )
}
