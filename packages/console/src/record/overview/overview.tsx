import { Suspense } from 'react'
import { Card } from '../../design/card.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type OverviewCard, type RecordProps, useAreaParts } from '../../values/area-parts.ts'
import styles from '../record-page.module.css'
import { Facts } from './facts.tsx'
import { LongText } from './long-text.tsx'
import { Shapes } from './shapes.tsx'

/** What people ask about a record, and then everything that the catalog knows about it. */
export function Overview({ kind, record }: RecordProps) {
  const cards = useAreaParts().cards[kind.name] ?? []
  const shownFields = new Set(cards.flatMap(({ shows = [] }) => shows))
  const placed = (place: OverviewCard['place']) =>
    cards
      .filter((card) => card.place === place)
      .map(({ id, Card: Own }) => (
        <Suspense key={id} fallback={<Skeleton rows={3} />}>
          <Own kind={kind} record={record} />
        </Suspense>
      ))
  const side = placed('side')
  const top = placed('top')
  const hasSide = side.length > 0
  const fields = <Facts kind={kind} record={record} without={shownFields} />
  return (
    <div className={styles.stack}>
      {top}
      <div className={hasSide ? styles.columns : undefined}>
        <div className={styles.stack}>
          <LongText kind={kind} record={record} />
          {placed('main')}
          {top.length === 0 && <Card title="Details">{fields}</Card>}
          <Shapes kind={kind} record={record} without={shownFields} />
          {top.length > 0 && (
            <details className={styles.folded}>
              <summary>All fields</summary>
              {fields}
            </details>
          )}
        </div>
        {hasSide && <aside className={styles.stack}>{side}</aside>}
      </div>
    </div>
  )
}
