import { Card } from '../../design/card.tsx'
import { type OverviewCard, type RecordProps, useAreaParts } from '../../values/area-parts.ts'
import styles from '../record-page.module.css'
import { Facts } from './facts.tsx'
import { LongText } from './long-text.tsx'
import { Shapes } from './shapes.tsx'

/** Everything the catalog knows about the record itself. */
export function Overview({ kind, record }: RecordProps) {
  const cards = useAreaParts().cards[kind.name] ?? []
  const shownFields = new Set(cards.flatMap(({ shows = [] }) => shows))
  const placed = (place: OverviewCard['place']) =>
    cards
      .filter((card) => card.place === place)
      .map(({ id, Card: Own }) => <Own key={id} kind={kind} record={record} />)
  const side = placed('side')
  const hasSide = side.length > 0
  return (
    <div className={hasSide ? styles.columns : undefined}>
      <div className={styles.stack}>
        <LongText kind={kind} record={record} />
        {placed('main')}
        <Card title="Details">
          <Facts kind={kind} record={record} without={shownFields} />
        </Card>
        <Shapes kind={kind} record={record} without={shownFields} />
      </div>
      {hasSide && <aside className={styles.stack}>{side}</aside>}
    </div>
  )
}
