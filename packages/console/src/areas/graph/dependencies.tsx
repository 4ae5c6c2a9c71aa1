import { entityKinds, kindNamed, kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Network, Plus, X, Zap } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'
import { useDelete } from '../../api/records.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { None } from '../../values/cell.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import { SloBadge } from './slo-badge.tsx'
import { useMay } from '../../api/use-may.ts'
import type { RecordProps } from '../../values/area-parts.ts'
import styles from '../../record/record-page.module.css'
import { failingOf, type GraphEdge, type GraphNode, hitOf, useNeighbours } from './neighbours.ts'
import { edgeInWords } from './edge-words.ts'

/** What an entity depends on, and what depends on it, one step each way. */
export function Dependencies({ kind, record }: RecordProps) {
  const id = String(record.id)
  const entityKind = Object.entries(entityKinds).find(([, name]) => name === kind.name)?.[0] ?? ''
  const found = useNeighbours(`${entityKind}:${id}`)
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton />
  const byId = new Map(found.data.nodes.map((node) => [node.id, node]))
  const stepsTo = (nearOf: (edge: GraphEdge) => string, farOf: (edge: GraphEdge) => string) =>
    found.data.edges.flatMap((edge) => {
      const node = nearOf(edge) === id ? byId.get(farOf(edge)) : undefined
      return node ? [{ edge, node }] : []
    })
  return (
    <div className={styles.stack}>
      <p className={styles.facts}>
        <Link to="/graph" search={{ root: `${entityKind}:${id}` }} className={buttonClass('secondary')}>
          <Network aria-hidden />
          Show in the graph
        </Link>
        <Link
          to="/graph"
          search={{ root: `${entityKind}:${id}`, mode: 'impact' }}
          className={buttonClass('secondary')}
        >
          <Zap aria-hidden />
          Show impact if it fails
        </Link>
      </p>
      <div className={styles.halves}>
        <Neighbours
          title="Depends directly on"
          none="No known dependencies."
          steps={stepsTo(hitOf, failingOf)}
          given={{ fromKind: entityKind, fromId: id }}
        />
        <Neighbours
          title="Needed directly by"
          none="Nothing in the catalog depends on it."
          steps={stepsTo(failingOf, hitOf)}
          given={{ toKind: entityKind, toId: id }}
        />
      </div>
    </div>
  )
}

interface Step {
  readonly edge: GraphEdge
  readonly node: GraphNode
}

interface NeighboursProps {
  readonly title: string
  readonly none: string
  readonly steps: readonly Step[]
  /** What a new dependency on this side is prefilled with. */
  readonly given: Readonly<Record<string, string>>
}

function Neighbours({ title, none, steps, given }: NeighboursProps) {
  const mayCreate = useMay(kinds.dependency, 'create')
  const create: string = `${kinds.dependency.path}/new`
  const inUse = new Set(steps.filter(({ node }) => node.active).map(({ node }) => node.id))
  return (
    <Card
      title={`${title} · ${inUse.size}`}
      isFlush
      actions={
        mayCreate && (
          <Link
            to={create}
            search={given as never}
            className={buttonClass('quiet', true)}
            aria-label={`${title}: add`}
            title="Add a dependency"
          >
            <Plus aria-hidden />
          </Link>
        )
      }
    >
      {steps.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <tbody>
              {steps.map((step) => (
                <Neighbour key={step.edge.id} {...step} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

function Neighbour({ edge, node }: Step) {
  const { mode } = useMode()
  const queries = useQueryClient()
  const mayDelete = useMay(kinds.dependency, 'delete')
  const remove = useDelete(kinds.dependency)
  const kind = kindNamed(entityKinds[node.kind])
  const onRemoved = () => queries.invalidateQueries({ queryKey: [mode, 'dependency'] })
  return (
    <tr>
      <td className={styles.name}>
        <Link to={pathOf(kind.path, node.id)}>{node.name}</Link>
        <div className={styles.quiet}>
          {kind.noun} · {edgeInWords(edge, node)}
        </div>
      </td>
      <td className={styles.extra}>{node.lifecycle ? <Badge word={node.lifecycle} /> : <None />}</td>
      <td>
        <SloBadge node={node} />
      </td>
      {mayDelete && (
        <td className={styles.number}>
          {edge.relation === null && (
            <Button
              look="quiet"
              square
              aria-label={`Remove the dependency on ${node.name}`}
              title="Remove this dependency"
              disabled={remove.isPending}
              onClick={() => remove.mutate(edge.id, { onSuccess: () => void onRemoved() })}
            >
              <X aria-hidden />
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}
