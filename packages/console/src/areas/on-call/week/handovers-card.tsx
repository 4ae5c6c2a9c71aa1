import type { EntityCoverage } from '@svc/model'
import { Card } from '../../../design/card.tsx'
import { RefLink } from '../../../values/ref-link.tsx'
import { handoversIn } from './segments.ts'
import { momentInWords } from './week.ts'
import styles from './week.module.css'

const shown = 30

/** Who takes over from whom in a week, in order. */
export function HandoversCard({ coverage }: { readonly coverage: readonly EntityCoverage[] }) {
  const handovers = handoversIn(coverage)
  return (
    <Card title="Handovers">
      {handovers.length === 0 ? (
        <p className={styles.quiet}>No handover that svc knows of in this week.</p>
      ) : (
        <ul className={styles.handovers}>
          {handovers.slice(0, shown).map(({ at, entityId, from, to }) => (
            <li key={`${entityId} ${to.bindingId} ${at}`}>
              <time dateTime={at}>{momentInWords(at)}</time>
              <span>
                <RefLink id={entityId} />: {from.userName} to <strong>{to.userName}</strong>
              </span>
            </li>
          ))}
          {handovers.length > shown && <li>and {handovers.length - shown} more</li>}
        </ul>
      )}
    </Card>
  )
}
