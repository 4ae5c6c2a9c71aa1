import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../design/card.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { None } from '../../list/cell.tsx'
import { RefLink } from '../../ref-link.tsx'
import { SloBadge } from '../../slo-badge.tsx'
import { useMay } from '../../use-may.ts'
import styles from '../record-page.module.css'
import {
  countInWords,
  hitDirectly,
  neededDirectly,
  useImpactCount,
  useNeighbours,
} from '../../../api/graph.ts'

interface GlanceProps {
  /** As `component:prj_…` */
  readonly entity: string
  /** What it is to an on-call binding, where it can have one of its own. */
  readonly scope: string | undefined
}

const newBinding: string = `${kinds.oncallBinding.path}/new`

/** How an entity stands now, and who is awake for it. */
export function Glance({ entity, scope }: GlanceProps) {
  const mayBind = useMay(kinds.oncallBinding, 'create') && scope !== undefined
  const found = useNeighbours(entity)
  const { data: inAll } = useImpactCount(entity)
  const id = entity.split(':')[1] ?? ''
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
              {!node?.onCall ? (
                mayBind ? (
                  <Link to={newBinding} search={{ scope, targetId: id } as never}>
                    Add who it is
                  </Link>
                ) : (
                  <None />
                )
              ) : node.onCall.userUid ? (
                <RefLink id={node.onCall.userUid} />
              ) : (
                node.onCall.userName
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
                {inAll && `, ${countInWords(inAll)} in all`}
              </Link>
            </dd>
          </div>
        </dl>
      )}
    </Card>
  )
}
