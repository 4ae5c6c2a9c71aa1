import { inWords } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Input } from '../../design/field.tsx'
import { nounOf, pageOf } from '../../values/entity-look.ts'
import type { Graph, GraphEdge, GraphNode, HitNode } from './graph.ts'
import { HealthMark, healthWords, healthOf } from './health.tsx'
import { edgeInWords } from './edge-words.ts'
import styles from './list-view.module.css'

interface ListViewProps {
  readonly graph: Graph
  readonly isImpact: boolean
  onRoot(id: string): void
}

/** The same graph as a list. */
export function ListView({ graph, isImpact, onRoot }: ListViewProps) {
  const [words, setWords] = useState('')
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const needle = words.trim().toLowerCase()
  const fits = (...texts: readonly (string | null | undefined)[]) =>
    texts.some((text) => text?.toLowerCase().includes(needle))
  const nodes = graph.nodes.filter(({ name, ownerTeamName }) => fits(name, ownerTeamName))
  const isListed = (node: GraphNode) => !isImpact || (node.active && node.distance > 0)
  const tables = [
    { caption: isImpact ? 'Affected' : 'Entities', rows: nodes.filter(isListed) },
    {
      caption: 'Archived or retired (not counted)',
      rows: isImpact ? nodes.filter((node) => !node.active && node.distance > 0) : [],
    },
  ].filter(({ rows }, index) => index === 0 || rows.length > 0)
  const edges = graph.edges.filter(({ fromId, toId, type }) =>
    fits(byId.get(fromId)?.name, byId.get(toId)?.name, inWords(type)),
  )
  return (
    <div className={styles.list}>
      <Input
        className={styles.search}
        type="search"
        aria-label="Filter the list"
        placeholder="Filter the list…"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {tables.map(({ caption, rows }) => (
        <Rows
          key={caption}
          caption={caption}
          head={[
            'Name',
            'Kind',
            ...(isImpact ? ['Steps away', 'Criticality'] : ['Lifecycle']),
            ...['Owner', 'SLOs', 'On call', ''],
          ]}
          rows={rows}
          keyOf={({ id }) => id}
        >
          {(node) => <NodeCells node={node} isImpact={isImpact} onRoot={onRoot} />}
        </Rows>
      ))}
      <Rows
        caption="Dependencies"
        head={['From', 'How', 'To']}
        rows={edges}
        keyOf={({ id }: GraphEdge) => id}
      >
        {({ fromId, toId, ...how }) => (
          <>
            <td>{byId.get(fromId)?.name ?? fromId}</td>
            <td>{edgeInWords(how)}</td>
            <td>{byId.get(toId)?.name ?? toId}</td>
          </>
        )}
      </Rows>
    </div>
  )
}

interface NodeCellsProps {
  readonly node: GraphNode
  readonly isImpact: boolean
  onRoot(id: string): void
}

const NodeCells = ({ node, isImpact, onRoot }: NodeCellsProps) => (
  <>
    <th scope="row">
      <Link to={pageOf(node.kind, node.id)}>{node.name}</Link>
    </th>
    <td>{nounOf(node.kind)}</td>
    <td>{isImpact ? node.distance : node.lifecycle ? <Badge word={node.lifecycle} /> : '–'}</td>
    {isImpact && <td>{(node as HitNode).criticality}</td>}
    <td>{node.ownerTeamName ?? '–'}</td>
    <td>
      <HealthMark standing={healthOf(node)} /> {healthWords[healthOf(node)]}
    </td>
    <td>{node.onCall?.userName ?? '–'}</td>
    <td>
      <Button look="quiet" aria-label={`Start here: ${node.name}`} onClick={() => onRoot(node.id)}>
        Start here
      </Button>
    </td>
  </>
)

interface RowsProps<T> {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly T[]
  keyOf(row: T): string
  children(row: T): ReactNode
}

const pageSize = 200

function Rows<T>({ caption, head, rows, keyOf, children }: RowsProps<T>) {
  const [shown, setShown] = useState(pageSize)
  return (
    <div>
      <table className={styles.table}>
        <caption>
          {caption} <span>{rows.length.toLocaleString()}</span>
        </caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name || <span className={styles.hidden}>Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={keyOf(row)}>{children(row)}</tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button look="quiet" onClick={() => setShown(shown + pageSize)}>
          Show {Math.min(pageSize, rows.length - shown)} more
        </Button>
      )}
    </div>
  )
}
