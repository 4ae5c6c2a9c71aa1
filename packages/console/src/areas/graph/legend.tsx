import type { Tones } from './colour.ts'
import { HealthMark } from './health.tsx'
import { healthWords, type NodeHealth } from './health.tsx'
import styles from './graph-page.module.css'
import toneStyles from './tones.module.css'

interface LegendProps {
  readonly tones: Tones
  readonly isImpact: boolean
}

const isHealth = (key: string): key is NodeHealth => key in healthWords

export const Legend = ({ tones, isImpact }: LegendProps) => (
  <ul className={styles.legend} aria-label="Legend">
    {tones.legend.map(({ key, label }) => (
      <li key={key}>
        <svg className={styles.swatch} viewBox="0 0 8 14" aria-hidden>
          <rect className={toneStyles[`tone-${key}`]} width={8} height={14} rx={2} />
        </svg>
        {isHealth(key) && <HealthMark standing={key} />}
        {label}
      </li>
    ))}
    {isImpact && (
      <li>
        <span className={styles.stepSample}>1</span> steps from what fails
      </li>
    )}
    <li>
      <svg className={styles.lineSample} viewBox="0 0 24 8" aria-hidden>
        <path d="M0 4h24" />
      </svg>
      {isImpact ? 'fails with it' : 'depends on'}
    </li>
    <li>
      <svg className={styles.lineSample} viewBox="0 0 24 8" aria-hidden>
        <path d="M0 4h24" strokeDasharray="5 4" />
      </svg>
      {isImpact ? 'degraded only (soft)' : 'soft dependency'}
    </li>
  </ul>
)
