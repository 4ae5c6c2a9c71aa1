import { X } from 'lucide-react'
import { Button } from '../../../design/button.tsx'
import { edgeInWords } from '../edge-words.ts'
import type { Folded, Link } from '../fold/fold.ts'
import type { Graph } from '../graph.ts'
import styles from './panel.module.css'

interface LinkPanelProps {
  readonly link: Link
  readonly folded: Folded
  readonly graph: Graph
  onSelect(id: string | undefined): void
}

/** What one line of the picture consists of. */
export function LinkPanel({ link, folded, graph, onSelect }: LinkPanelProps) {
  const nameOf = (id: string) => folded.boxes.find((box) => box.id === id)?.name ?? id
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const { from, to, edges, hard, soft } = link
  return (
    <aside className={styles.panel} aria-label="Selected connection" aria-live="polite">
      <header className={styles.head}>
        <div>
          <h2>
            {nameOf(from)} → {nameOf(to)}
          </h2>
          <p className={styles.kind}>{linkInWords({ hard, soft })}</p>
        </div>
        <Button look="quiet" square aria-label="Close" onClick={() => onSelect(undefined)}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={styles.actions}>
        {[from, to].map((id) => (
          <Button key={id} onClick={() => onSelect(id)}>
            {nameOf(id)}
          </Button>
        ))}
      </div>
      <section className={styles.ends}>
        <h3>
          Dependencies <span className={styles.count}>{edges.length}</span>
        </h3>
        <ul>
          {edges.map((edge) => (
            <li key={edge.id} className={styles.row}>
              {nodes.get(edge.fromId)?.name ?? edge.fromId} → {nodes.get(edge.toId)?.name ?? edge.toId}
              <span className={styles.type}>{edgeInWords(edge)}</span>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

/** `5 dependencies, 2 of them soft` */
export function linkInWords({ hard, soft }: Pick<Link, 'hard' | 'soft'>): string {
  const count = hard + soft
  const noun = count === 1 ? 'dependency' : 'dependencies'
  if (soft === 0) return `${count} ${noun}`
  if (hard === 0) return `${count} soft ${noun}`
  return `${count} ${noun}, ${soft} of them soft`
}
