import { Link } from '@tanstack/react-router'
import { Crosshair, Flame, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../design/badge.tsx'
import { Button, buttonClass } from '../../../design/button.tsx'
import { edgeInWords } from '../edge-words.ts'
import { iconOf, nounOf, pageOf } from '../../../values/entity-look.ts'
import { failingOf, type Graph, type GraphEdge, type GraphNode, hitOf } from '../neighbours.ts'
import { HealthMark, healthWords, healthOf } from '../health.tsx'
import styles from './panel.module.css'

interface NodePanelProps {
  readonly node: GraphNode
  readonly graph: Graph
  readonly isRoot: boolean
  onSelect(id: string | undefined): void
  onRoot(id: string): void
  onImpact(id: string): void
}

/** Details of the selected node, and where to go from it. */
export function NodePanel({ node, graph, isRoot, onSelect, onRoot, onImpact }: NodePanelProps) {
  const Icon = iconOf(node.kind)
  const byId = new Map(graph.nodes.map((one) => [one.id, one]))
  const needs = graph.edges.filter((edge) => hitOf(edge) === node.id)
  const neededBy = graph.edges.filter((edge) => failingOf(edge) === node.id)
  return (
    <aside className={styles.panel} aria-label="Selected node" aria-live="polite">
      <header className={styles.head}>
        <Icon aria-hidden />
        <div>
          <h2>{node.name}</h2>
          <p className={styles.kind}>
            {nounOf(node.kind)}
            {!node.active && ', archived or retired'}
          </p>
        </div>
        <Button look="quiet" square aria-label="Close" onClick={() => onSelect(undefined)}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={styles.actions}>
        <Link className={buttonClass('primary')} to={pageOf(node.kind, node.id)}>
          Open page
        </Link>
        {!isRoot && (
          <Button onClick={() => onRoot(node.id)}>
            <Crosshair aria-hidden /> Start here
          </Button>
        )}
        <Button onClick={() => onImpact(node.id)}>
          <Flame aria-hidden /> If it fails
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact label="Owner">
          {node.ownerTeamId ? (
            <Link to={`/teams/${encodeURIComponent(node.ownerTeamId)}` as string}>{node.ownerTeamName}</Link>
          ) : (
            'no owner'
          )}
        </Fact>
        <Fact label="Lifecycle">{node.lifecycle ? <Badge word={node.lifecycle} /> : '–'}</Fact>
        <Fact label="SLOs">
          <HealthMark standing={healthOf(node)} /> {healthWords[healthOf(node)]}
        </Fact>
        <Fact label="Critical issues">
          {node.openCriticalIssues > 0 ? (
            <strong className={styles.bad}>{node.openCriticalIssues} open</strong>
          ) : (
            'none'
          )}
        </Fact>
        <Fact label="On call">{node.onCall ? <Person {...node.onCall} /> : 'nobody'}</Fact>
      </dl>
      <Ends
        title="Depends directly on"
        none="Nothing shown here."
        edges={needs}
        endOf={failingOf}
        byId={byId}
        onSelect={onSelect}
      />
      <Ends
        title="Needed directly by"
        none="Nothing shown here."
        edges={neededBy}
        endOf={hitOf}
        byId={byId}
        onSelect={onSelect}
      />
    </aside>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

export const Person = ({
  userName,
  userEmail,
}: {
  readonly userName: string
  readonly userEmail: string | null
}) => (userEmail ? <a href={`mailto:${userEmail}`}>{userName}</a> : userName)

interface EndsProps {
  readonly title: string
  readonly none: string
  readonly edges: Graph['edges']
  readonly byId: ReadonlyMap<string, GraphNode>
  endOf(edge: GraphEdge): string
  onSelect(id: string): void
}

const Ends = ({ title, none, edges, byId, endOf, onSelect }: EndsProps) => {
  const inUse = new Set(edges.map(endOf).filter((id) => byId.get(id)?.active !== false))
  return (
    <section className={styles.ends}>
      <h3>
        {title} <span className={styles.count}>{inUse.size}</span>
      </h3>
      {edges.length === 0 && <p className={styles.none}>{none}</p>}
      <ul>
        {edges.map((edge) => {
          const other = byId.get(endOf(edge))
          return (
            <li key={edge.id}>
              <button type="button" className={styles.end} onClick={() => onSelect(endOf(edge))}>
                <HealthMark standing={other ? healthOf(other) : 'none'} />
                <span>{other?.name ?? endOf(edge)}</span>
                <span className={styles.type}>{edgeInWords(edge, other)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
