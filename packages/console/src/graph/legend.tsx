import { HealthMark, healthWords } from './health.tsx'
import type { Health } from '../api/graph.ts'
import styles from './graph-page.module.css'

const order: readonly (Health | null)[] = ['breached', 'atRisk', 'met', null]

export const Legend = ({ isImpact }: { readonly isImpact: boolean }) => (
  <ul className={styles.legend} aria-label="Legend">
    {order.map((health) => (
      <li key={health}>
        <HealthMark health={health} />
        {healthWords[health ?? 'none']}
      </li>
    ))}
    {isImpact ? (
      <li>
        <span className={styles.stepSample}>1</span> steps from what fails
      </li>
    ) : (
      <li>
        <span aria-hidden>→</span> depends on
      </li>
    )}
  </ul>
)
