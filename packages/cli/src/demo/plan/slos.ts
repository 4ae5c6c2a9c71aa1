import { assessWith } from '@svc/server'
import { type Objective, objectives } from '../company/slos.ts'
import { projectOf } from '../company/projects.ts'
import { randomFor } from '../random.ts'
import { Ref, type Series, type Step } from '../step.ts'
import { leadOf } from './catalog.ts'
import { historyLength, historyOf, type Snapshot } from './slo-history.ts'
import { momentsOf } from './when.ts'

export function planSlos(seed: number, now: Date): readonly Step[] {
  const moments = momentsOf('objectives', objectives.length, { now, random: randomFor(seed, 'slos') })
  return objectives.map(({ key, project, profile: _, ...fields }, index) => ({
    at: moments[index] ?? now,
    by: leadOf(projectOf(project).team),
    verb: 'create',
    kind: 'slo',
    key,
    // Nobody measures a company that does not exist: the demo's values stay valid.
    fields: { ...fields, freshnessMinutes: null, appId: new Ref('project', project) },
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
        steps: [present(objective, history)],
      }
    },
  }))

/** Its current state is that of the latest snapshot. */
function present(objective: Objective, history: readonly Snapshot[]): Step {
  const latest = history.at(-1)
  if (!latest) throw new Error(`${objective.key} has no history.`)
  const { takenAt, currentValue } = latest
  const at = new Date(takenAt)
  const measured = { currentValue, measuredAt: takenAt, lastUpdatedAt: takenAt }
  const terms = {
    ...objective,
    objective: null,
    freshnessMinutes: null,
    termsChangedAt: null,
    createdAt: null,
    countedTo: null,
  }
  const { state } = assessWith({ ...terms, ...measured }, { recent: history.slice(-30, -1) }, at)
  return { at, by: null, verb: 'derive', kind: 'slo', key: objective.key, fields: { ...measured, ...state } }
}
