import { counted } from '@svc/model'
import styles from './costs.module.css'
import { inDollars } from '../../words/money.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

interface SharesProps {
  readonly caption: string
  readonly head: string
  readonly parts: Readonly<Record<string, number>>
}

const maxRows = 12

/** Where the money went, largest share first, as a table; each bar is its share of the whole. */
export function Shares({ caption, head, parts }: SharesProps) {
  const sorted = Object.entries(parts).sort(([, a], [, b]) => b - a)
  const shown = sorted.slice(0, maxRows)
  const rest = sorted.slice(maxRows).reduce((sum, [, cents]) => sum + cents, 0)
  const all = sorted.reduce((sum, [, cents]) => sum + Math.max(0, cents), 0)
  const rows = rest === 0 ? shown : [...shown, [counted(sorted.length - maxRows, 'other'), rest] as const]
  if (rows.length === 0) return <p className={styles.soft}>Nothing was spent in the last 30 days.</p>
  return (
    <table className={styles.shares}>
      <caption className={styles.hidden}>{caption}</caption>
      <thead className={styles.hidden}>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Cost</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, cents]) => (
          <tr key={name}>
            <th scope="row">
              <span className={styles.shareName}>{name || 'unnamed'}</span>
              <svg className={styles.shareBar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
                <rect width={Math.max(0, (cents / Math.max(1, all)) * 100)} height={4} />
              </svg>
            </th>
            <td>{inDollars(cents)}</td>
            <td className={styles.soft}>{all > 0 && cents > 0 ? percent.format(cents / all) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
