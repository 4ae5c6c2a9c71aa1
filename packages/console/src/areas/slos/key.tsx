import type { ChartData } from './chart-data.ts'
import styles from './slos.module.css'

interface KeyProps {
  readonly data: ChartData
  /** The look of each line, and what it is. */
  readonly lines: readonly (readonly [look: string, words: string])[]
  readonly hasRisk?: boolean
}

/** What the lines and marks of a chart mean; only those that are in it. */
export const Key = ({ data: { deployments, changes, gaps }, lines, hasRisk = false }: KeyProps) => (
  <ul className={styles.key}>
    {lines.map(([look, words]) => (
      <li key={look} data-line={look}>
        {words}
      </li>
    ))}
    {hasRisk && <li data-line="risk">at risk</li>}
    {gaps.length > 0 && <li data-line="gap">no data</li>}
    {changes.length > 0 && <li data-line="change">status changed</li>}
    {deployments.length > 0 && <li data-line="deployment">deployed</li>}
    {deployments.some(({ hasFailed }) => hasFailed) && <li data-line="failed">failed to deploy</li>}
  </ul>
)
