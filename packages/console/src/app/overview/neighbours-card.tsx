import type { GraphNode } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { useSurroundings } from '../../api/surroundings.ts'
import { countInWords, useImpactCount } from '../../areas/graph/neighbours.ts'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { entityKindOf, iconOf, nounOf, pageOf } from '../../values/entity-look.ts'
import { aroundIn, type Neighbour } from './around.ts'
import { Strands } from './strands.tsx'
import styles from './overview.module.css'

/** More would push everything else off the screen; the graph has the rest. */
const most = 8

/** What uses an entity and what it needs, as a picture of one step each way. */
export function NeighboursCard({ kind, record }: RecordProps) {
  const id = String(record.id)
  const entity = `${entityKindOf(kind.name)}:${id}`
  const found = useSurroundings(entity)
  const { data: impact } = useImpactCount(entity)
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={4} />
  const { users, needs, members } = aroundIn(found.data, id)
  const rest = found.data.truncated ? 'at least ' : ''
  return (
    <>
      {members.length > 0 && (
        <Card title={`Contains ${rest}${members.length}`}>
          <ul className={styles.members}>
            {members.map((node) => (
              <li key={node.id}>
                <Box node={node} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card
        title="Dependencies"
        actions={
          <Link to="/graph" search={{ root: entity }} className={buttonClass('quiet')}>
            <Network aria-hidden />
            Graph
          </Link>
        }
      >
        <div className={styles.picture}>
          <Side
            title={`Used by ${rest}${users.length}`}
            none="Nothing in the catalog uses it"
            all={users}
            to={entity}
          />
          <Strands count={Math.min(users.length, most)} isLeft />
          <p className={styles.middle}>
            <bdi>{String(record.name)}</bdi>
            {impact && impact.hit > 0 && (
              <Link to="/graph" search={{ root: entity, mode: 'impact' }}>
                Blast radius: {countInWords(impact)}
              </Link>
            )}
          </p>
          <Strands count={Math.min(needs.length, most)} />
          <Side title={`Needs ${rest}${needs.length}`} none="No known dependencies" all={needs} to={entity} />
        </div>
      </Card>
    </>
  )
}

interface SideProps {
  readonly title: string
  readonly none: string
  readonly all: readonly Neighbour[]
  readonly to: string
}

function Side({ title, none, all, to }: SideProps) {
  return (
    <div className={styles.sideOf}>
      <h3>{title}</h3>
      {all.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul>
          {all.slice(0, most).map(({ node, via }) => (
            <li key={node.id}>
              <Box node={node} via={via} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.rest}>
        {all.length > most && (
          <Link to="/graph" search={{ root: to }}>
            and {all.length - most} more
          </Link>
        )}
      </p>
    </div>
  )
}

/** An entity, coloured by its SLOs. */
function Box({ node, via }: { readonly node: GraphNode; readonly via?: string | undefined }) {
  const Icon = iconOf(node.kind)
  return (
    <Link
      to={pageOf(node.kind, node.id)}
      className={styles.box}
      data-health={node.sloStatus ?? (node.unknownSlos > 0 ? 'unknown' : undefined)}
      title={inFull(node, via)}
    >
      <Icon aria-hidden />
      <span className={styles.boxName}>
        <bdi>{node.name}</bdi>
      </span>
      {via && (
        <span className={styles.via}>
          via <bdi>{via}</bdi>
        </span>
      )}
    </Link>
  )
}

const inFull = ({ kind, name }: GraphNode, via?: string): string =>
  `${nounOf(kind)} ${name}${via ? `, via ${via}` : ''}`
