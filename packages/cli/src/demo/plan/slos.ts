import { type Objective, objectives } from '../company/slos.ts'
import { projectOf } from '../company/projects.ts'
import { randomFor } from '../random.ts'
import { Ref, type Series, type Step } from '../step.ts'
import { leadOf } from './catalog.ts'
import { historyLength, historyOf, type Snapshot } from './slo-history.ts'
import { momentsOf } from './when.ts'

export function planSlos(seed: number, now: Date): readonly Step[] {
  const moments = momentsOf('objectives', objectives.length, { now, random: randomFor(seed, 'slos') })
  return objectives.map(({ key, project, course: _, ...fields }, index) => ({
    at: moments[index] ?? now,
    by: leadOf(projectOf(project).team),
    verb: 'create',
    kind: 'slo',
    key,
    fields: { ...fields, appId: new Ref('project', project) },
  }))
}

export const planSnapshots = (seed: number, now: Date): readonly Series[] =>
  objectives.map((objective) => ({
    kind: 'sloSnapshot',
    shared: { sloId: new Ref('slo', objective.key) },
    size: historyLength + 1,
    draw() {
      const history = historyOf(objective, now, randomFor(seed, `slos/${objective.key}`))
      return {
        rows: history.map((snapshot) => ({ at: new Date(snapshot.takenAt), fields: { ...snapshot } })),
        steps: history.slice(-1).map((latest) => present(objective, latest)),
      }
    },
  }))

/** How it stands now is what the latest snapshot says. */
function present({ key }: Objective, latest: Snapshot): Step {
  const { takenAt, currentValue, status, errorBudgetTotal, errorBudgetRemaining, errorBudgetPercentUsed } =
    latest
  const budget = { errorBudgetTotal, errorBudgetRemaining, errorBudgetPercentUsed }
  const fields = { currentValue, status, ...budget, lastUpdatedAt: takenAt }
  return { at: new Date(takenAt), by: null, verb: 'derive', kind: 'slo', key, fields }
}
