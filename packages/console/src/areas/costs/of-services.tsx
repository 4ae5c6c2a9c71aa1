import { useMemo } from 'react'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { NoCosts } from './no-costs.tsx'
import { sumOf, useProjectRollups } from './rollup.ts'
import { RollupView } from './rollup-view.tsx'

/** What the money was spent on, over the last 30 days, by all projects together. */
export function OfServices() {
  const { data, error, refetch } = useProjectRollups()
  const sum = useMemo(() => data && sumOf(data), [data])
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data || !sum) return <Skeleton rows={10} />
  return data.length === 0 ? <NoCosts /> : <RollupView rollup={sum} />
}
