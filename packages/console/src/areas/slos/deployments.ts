import { type Kinds, kinds, type Resource } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import type { Slo } from './words.ts'

type Deployment = Resource<Kinds['deployment']>

/** A deployment of the SLO's project, at the time when it took effect. */
export interface Deployed {
  readonly id: string
  readonly at: number
  readonly name: string
  readonly hasFailed: boolean
}

const most = 200

const deployed = ({ id, buildVersion, targetDisplayName, ...one }: Deployment): Deployed => ({
  id,
  at: Date.parse(one.completedAt ?? one.startedAt ?? one.createdAt ?? ''),
  name: [buildVersion ?? 'a build', ...(targetDisplayName ? [`to ${targetDisplayName}`] : [])].join(' '),
  hasFailed: one.status === 'failed' || one.status === 'testsFailed',
})

/** The latest deployments of its project, oldest first; `isPartial` if there may be earlier ones. */
export function useDeployments({ appId }: Slo) {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.deployment), 'of an SLO', appId],
    queryFn: async ({ signal }) => {
      const { items, nextCursor } = await client.deployment.page({ appId, limit: most }, { signal })
      const all = items
        .map(deployed)
        .filter(({ at }) => Number.isFinite(at))
        .sort((a, b) => a.at - b.at)
      return { all, isPartial: Boolean(nextCursor) }
    },
    staleTime: 60_000,
  })
}
