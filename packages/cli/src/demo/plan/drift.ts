import type { DriftMapping } from '@svc/model'
import { dayMs, hourMs, later, startOfDay } from '../calendar.ts'
import { type Drift, environments, scans } from '../company/drift.ts'
import { randomFor } from '../random.ts'
import { Ref, type Step } from '../step.ts'

/** Weekly at first, daily since the team noticed that it helps. */
const scanDaysAgo = [56, 49, 42, 35, 28, 21, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

export const planDrift = (seed: number, now: Date): readonly Step[] =>
  Object.entries(scans).flatMap(([project, { mappings, drifts }], place) =>
    scanDaysAgo
      .map((daysAgo) => ({ daysAgo, at: scanTime(now, daysAgo, place) }))
      .filter(({ at }) => at < now)
      .map(({ daysAgo, at }) => {
        const present = drifts.filter(({ from, until = -1 }) => daysAgo <= from && daysAgo > until)
        return {
          at,
          by: null,
          verb: 'insert',
          kind: 'driftSnapshot',
          key: `${project}/${daysAgo}`,
          fields: {
            appId: new Ref('project', project),
            scannedAt: at.toISOString(),
            source: 'Environment sync',
            environments,
            mappingsTotal: mappings,
            driftedCount: present.length,
            mappings: present.map((drift) => mappingOf(seed, project, drift)),
          },
        }
      }),
  )

const scanTime = (now: Date, daysAgo: number, place: number): Date =>
  later(startOfDay(now), -daysAgo * dayMs + 6 * hourMs + place * 41_000)

/** The same at every scan: a fingerprint changes only when the value does. */
function mappingOf(seed: number, project: string, { environment, variable, kind }: Drift): DriftMapping {
  const random = randomFor(seed, `drift/${project}/${environment}/${variable}`)
  const fingerprint = () => `sha256:${random.hex(32)}`
  return {
    mappingId: `map_${random.hex(12)}`,
    environment,
    variable,
    kind,
    expectedFingerprint: kind === 'extra' ? null : fingerprint(),
    actualFingerprint: kind === 'missing' ? null : fingerprint(),
  }
}
