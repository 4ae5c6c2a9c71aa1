import { type EntitySummary, inWords, kinds } from '@svc/model'
import type { TileProps } from '../../design/tile.tsx'
import { shortTime } from '../../words/times.ts'
import { leadTo, type Place } from './place.ts'

const maxEnvironments = 3
const failures: readonly string[] = ['failed', 'testsFailed']

/** The last deployment to each environment, whether or not it succeeded. */
export function deploymentTile(summary: EntitySummary, place: Place): TileProps {
  const { deployments } = summary
  const label = 'Last deployment'
  const link = leadTo(summary, place, {
    tab: 'deployments',
    kind: kinds.deployment,
    column: 'lastDeployment',
  })
  const [newest] = deployments
  if (!newest)
    return {
      label,
      value: 'None reported',
      tone: 'unknown',
      reasons: ['Report deployments from your pipeline'],
      ...link,
    }
  const hasFailed = deployments.some(({ status }) => failures.includes(status))
  const rest = deployments.length - maxEnvironments
  return {
    label,
    value: newest.version ?? inWords(newest.status),
    tone: hasFailed ? 'bad' : newest.status === 'success' ? 'good' : undefined,
    reasons: [
      ...deployments.slice(0, maxEnvironments).map(({ environment, version, status, at }) => {
        const when = at === null ? '' : `, ${shortTime(at, place.nowMs)}`
        const what =
          status === 'success' ? (version ?? 'deployed') : `${version ?? ''} ${inWords(status)}`.trim()
        return `${environment ?? 'Somewhere'}: ${what}${when}`
      }),
      ...(rest > 0 ? [`and ${rest} more`] : []),
    ],
    ...link,
  }
}
