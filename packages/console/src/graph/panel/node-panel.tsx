import { Link } from '@tanstack/react-router'
import { Crosshair, Flame, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonClass } from '../../design/button.tsx'
import { inWords } from '../../design/in-words.ts'
import { iconOf, nounOf, pageOf } from '../entity-look.ts'
import type { Graph, GraphNode } from '../../api/graph.ts'
import { HealthMark, healthWords } from '../health.tsx'
import styles from './panel.module.css'

interface NodePanelProps {
  readonly node: GraphNode
  readonly graph: Graph
  readonly isRoot: boolean
  onSelect(id: string | undefined): void
  onRoot(id: string): void
  onImpact(id: string): void
}

/** What is known of the chosen node, and where to go from it. */
export function NodePanel({ node, graph, isRoot, onSelect, onRoot, onImpact }: NodePanelProps) {
  const Picture = iconOf(node.kind)
  const byId = new Map(graph.nodes.map((one) => [one.id, one]))
  const needs = graph.edges.filter(({ fromId }) => fromId === node.id)
  const neededBy = graph.edges.filter(({ toId }) => toId === node.id)
  return (
    <aside className={styles.panel} aria-label="Chosen node" aria-live="polite">
      <header className={styles.head}>
        <Picture aria-hidden />
        <div>
          <h2>{node.name}</h2>
          <p className={styles.kind}>{nounOf(node.kind)}</p>
        </div>
        <Button look="quiet" square aria-label="Close" onClick={() => onSelect(undefined)}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={styles.actions}>
        <Link className={buttonClass('primary')} to={pageOf(node.kind, node.id)}>
          Open its page
        </Link>
        {!isRoot && (
          <Button onClick={() => onRoot(node.id)}>
            <Crosshair aria-hidden /> Begin here
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
            'nobody yet'
          )}
        </Fact>
        <Fact label="Lifecycle">{node.lifecycle ? <Badge word={node.lifecycle} /> : '–'}</Fact>
        <Fact label="SLOs">
          <HealthMark health={node.sloStatus} /> {healthWords[node.sloStatus ?? 'none']}
        </Fact>
        <Fact label="Critical issues">
          {node.openCriticalIssues > 0 ? (
            <strong className={styles.bad}>{node.openCriticalIssues} open</strong>
          ) : (
            'none'
          )}
        </Fact>
        <Fact label="On call">{node.onCall ? <Person {...node.onCall} /> : 'nobody is named'}</Fact>
      </dl>
      <Ends
        title="Needs"
        none="Nothing that is shown."
        edges={needs}
        end="toId"
        byId={byId}
        onSelect={onSelect}
      />
      <Ends
        title="Needed by"
        none="Nothing that is shown."
        edges={neededBy}
        end="fromId"
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
  readonly end: 'fromId' | 'toId'
  readonly byId: ReadonlyMap<string, GraphNode>
  onSelect(id: string): void
}

const Ends = ({ title, none, edges, end, byId, onSelect }: EndsProps) => (
  <section className={styles.ends}>
    <h3>
      {title} <span className={styles.count}>{edges.length}</span>
    </h3>
    {edges.length === 0 && <p className={styles.none}>{none}</p>}
    <ul>
      {edges.map((edge) => {
        const other = byId.get(edge[end])
        return (
          <li key={edge.id}>
            <button type="button" className={styles.end} onClick={() => onSelect(edge[end])}>
              <HealthMark health={other?.sloStatus ?? null} />
              <span>{other?.name ?? edge[end]}</span>
              <span className={styles.type}>{inWords(edge.type)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)
