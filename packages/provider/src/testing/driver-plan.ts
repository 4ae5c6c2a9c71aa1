import { type Diagnostic, type Path, spelledPath } from '../protocol/diagnostic.ts'
import { isEqual } from '../protocol/equal.ts'
import { isList, isObject, type ObjectValue, Unknown, type Value } from '../protocol/value.ts'
import { fromWirePath } from '../protocol/wire-diagnostics.ts'
import { planProblems } from './core-rules.ts'
import { typeInside } from './core-rules-spelling.ts'
import { warningsIn } from './driver-calls.ts'
import { blame, type Current, fromWire, type Instance, toWire, typeOfInstance } from './driver-instance.ts'
import { proposedState } from './driver-proposed.ts'

export type Action = 'create' | 'update' | 'replace' | 'no-op' | 'delete'

export interface Plan {
  readonly action: Action
  readonly prior: ObjectValue | null
  /** Null for what is to be deleted. */
  readonly planned: ObjectValue | null
  readonly private: Uint8Array
  /** What makes it another object. */
  readonly replaces: readonly Path[]
  readonly warnings: readonly Diagnostic[]
}

/** Plans as a host does: once more, from nothing, for what must be replaced or was not made well. */
export async function planChange(
  instance: Instance,
  current: Current | undefined,
  config: ObjectValue,
): Promise<Plan> {
  const nothing = { state: null, private: new Uint8Array() }
  const prior = current?.state ?? null
  if (current?.isTainted) return { ...(await planOnce(instance, nothing, config)), prior, action: 'replace' }
  const first = await planOnce(instance, current ?? nothing, config)
  if (first.action !== 'replace') return first
  const anew = await planOnce(instance, { ...nothing, private: first.private }, config)
  return { ...anew, prior, action: 'replace', replaces: first.replaces, warnings: first.warnings }
}

interface Before {
  readonly state: ObjectValue | null
  readonly private: Uint8Array
}

export async function planOnce(instance: Instance, before: Before, config: ObjectValue): Promise<Plan> {
  const { ask, address, typeName, schema } = instance
  const { state: prior } = before
  const answer = await ask('PlanResourceChange', {
    typeName,
    priorState: toWire(instance, prior),
    proposedNewState: toWire(instance, proposedState(schema.attributes, prior, config)),
    config: toWire(instance, config),
    priorPrivate: before.private,
  })
  const warnings = warningsIn(address, answer)
  const planned = fromWire(instance, answer.plannedState)
  const problems = planProblems(schema.attributes, { prior, config, planned })
  if (problems.length > 0) throw blame(instance, 'Provider produced invalid plan', problems)
  const replaces = replacing(instance, { prior, planned }, answer.requiresReplace.map(fromWirePath))
  const action = actionOf(instance, prior, planned, replaces)
  return { action, prior, planned, private: answer.plannedPrivate, replaces, warnings }
}

/** Only where something changes; a place that is nowhere is a mistake. */
function replacing(instance: Instance, change: Pick<Plan, 'prior' | 'planned'>, paths: readonly Path[]) {
  const { prior, planned } = change
  if (prior === null) return []
  return paths.filter((path) => {
    const [before, after] = [valueAt(prior, path), valueAt(planned, path)]
    if (before === undefined && after === undefined) {
      const problem = `requires replacement of ${spelledPath(path)}, which is nowhere`
      throw blame(instance, 'Provider produced invalid plan', [problem])
    }
    return !isEqual(before ?? null, after ?? null, path.reduce(typeInside, typeOfInstance(instance)))
  })
}

function valueAt(value: Value | undefined, path: Path): Value | undefined {
  const [step, ...rest] = path
  if (step === undefined || value instanceof Unknown) return value
  if (typeof step === 'number') return valueAt(isList(value) ? value[step] : undefined, rest)
  return valueAt(isObject(value) ? value[step] : undefined, rest)
}

function actionOf(
  instance: Instance,
  prior: ObjectValue | null,
  planned: ObjectValue | null,
  replaces: readonly Path[],
): Action {
  if (prior === null) return 'create'
  if (isEqual(prior, planned, typeOfInstance(instance))) return 'no-op'
  return replaces.length > 0 ? 'replace' : 'update'
}
