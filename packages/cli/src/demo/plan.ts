import { planCatalog } from './plan/catalog.ts'
import { planCosts } from './plan/costs.ts'
import { planDeployments } from './plan/deployments.ts'
import { planDrift } from './plan/drift.ts'
import { planEdges } from './plan/edges.ts'
import { planIssues } from './plan/issues.ts'
import { planPeople } from './plan/people.ts'
import { planSlos, planSnapshots } from './plan/slos.ts'
import { planStandards } from './plan/standards.ts'
import type { Series, Step } from './step.ts'

export interface Plan {
  /** Members of the organisation, who exist in both modes. */
  readonly people: readonly Step[]
  /** Everything that leaves a trace in the log, in the order in which it happened. */
  readonly history: readonly Step[]
  readonly measurements: readonly Series[]
}

/** The whole demo as values: the same seed and moment always give the same plan. */
export function planDemo(seed: number, now: Date): Plan {
  const history = [
    ...planCatalog(seed, now),
    ...planEdges(seed, now),
    ...planStandards(seed, now),
    ...planSlos(seed, now),
    ...planIssues(seed, now),
    ...planDeployments(seed, now),
    ...planDrift(seed, now),
  ]
  return {
    people: planPeople(seed, now),
    history: history.sort((a, b) => a.at.getTime() - b.at.getTime()),
    measurements: [...planCosts(seed, now), ...planSnapshots(seed, now)],
  }
}
