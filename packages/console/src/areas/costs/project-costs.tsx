import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from './costs.module.css'
import { NoCosts } from './no-costs.tsx'
import { isNothing, useRollup } from './rollup.ts'
import { RollupView } from './rollup-view.tsx'

/** What one project has cost recently, in any currency. */
export function ProjectCosts({ appId }: { readonly appId: string }) {
  const rollup = useRollup(appId)
  if (rollup.isError) return <Problem error={rollup.error} onRetry={() => void rollup.refetch()} />
  if (!rollup.data) return <Skeleton rows={10} />
  return isNothing(rollup.data) ? <NoCosts /> : <RollupView rollup={rollup.data} />
}

/** The same as a panel of the project's page. */
export const CostsPanel = ({ record }: { readonly record: Readonly<Record<string, unknown>> }) => (
  <div className={styles.page}>
    <ProjectCosts appId={String(record.id)} />
  </div>
)
