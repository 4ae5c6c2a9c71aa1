import { HealthMark, healthWords, type NodeHealth } from './health.tsx'
import styles from './graph-page.module.css'

const order: readonly NodeHealth[] = ['breached', 'atRisk', 'unknown', 'met', 'none']

export const Legend = ({ isImpact }: { readonly isImpact: boolean }) => (
  <ul className={styles.legend} aria-label="Legend">
    {order.map((standing) => (
      <li key={standing}>
        <HealthMark standing={standing} />
        {healthWords[standing]}
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
