import { graphLimits } from '@svc/model'
import { useMemo } from 'react'
import { useGraph } from './graph-data.ts'
import { type Paths, pathsBetween } from './paths.ts'

export interface FoundPaths {
  readonly paths: Paths | undefined
  /** Whether the other one depends on this one, not the other way round. */
  readonly isReversed: boolean
  /** Whether there may be a path outside of what was looked at. */
  readonly isPartial: boolean
  readonly isPending: boolean
  readonly error: Error | null
  retry(): void
}

/** How one entity depends on another, or the other on it, up to as many steps as one answer follows. */
export function usePaths(root: string | undefined, to: string | undefined): FoundPaths {
  const isEnabled = root !== undefined && to !== undefined
  const how = { root, depth: graphLimits.depth, types: [] } as const
  const below = useGraph({ ...how, direction: 'dependsOn' }, { isEnabled })
  const above = useGraph({ ...how, direction: 'dependents' }, { isEnabled })
  const [from, end] = [root?.split(':')[1] ?? '', to?.split(':')[1] ?? '']
  const down = useMemo(() => below.data && pathsBetween(below.data, from, end), [below.data, from, end])
  const up = useMemo(() => above.data && pathsBetween(above.data, end, from), [above.data, from, end])
  const isFar = [below.data, above.data].some(
    (graph) => graph?.truncated || graph?.nodes.some(({ distance }) => distance === graphLimits.depth),
  )
  return {
    paths: down ?? up,
    isReversed: !down && up !== undefined,
    isPartial: isFar,
    isPending: isEnabled && (below.isPending || above.isPending),
    error: below.error ?? above.error,
    retry: () => void Promise.all([below.refetch(), above.refetch()]),
  }
}
