import type { CostGroup, CostGrouping } from '@svc/model'
import styles from './costs.module.css'
import { partsOf } from './parts-of.ts'
import { inMoney } from '../../words/money.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

interface ShareBarProps {
  readonly groups: readonly CostGroup[]
  readonly by: CostGrouping
  readonly currency: string
}

export function ShareBar({ groups, by, currency }: ShareBarProps) {
  const parts = partsOf(groups, by)
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0)
  const credits = groups.reduce((sum, { cents }) => sum + Math.min(0, cents), 0)
  if (whole === 0) return null
  let before = 0
  return (
    <div className={styles.stack}>
      <svg className={styles.whole} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        {parts.map(({ key, cents, look }) => {
          const x = (before / whole) * 100
          before += cents
          return (
            <rect
              key={key}
              className={styles.part}
              data-look={look}
              x={x}
              width={Math.max(0.1, (cents / whole) * 100 - 0.15)}
              height={6}
            />
          )
        })}
      </svg>
      <ul className={styles.legend}>
        {parts.map(({ key, name, cents, look }) => (
          <li key={key}>
            <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden>
              <rect className={styles.part} data-look={look} width={10} height={10} />
            </svg>
            <span className={styles.legendName}>{name}</span>
            <span className={styles.soft}>
              {percent.format(cents / whole)}
              <span className={styles.hidden}>, {inMoney(cents, currency)}</span>
            </span>
          </li>
        ))}
      </ul>
      {credits < 0 && (
        <p className={styles.soft}>
          Credits of {inMoney(-credits, currency)} are not drawn: a bar has no negative parts.
        </p>
      )}
    </div>
  )
}
