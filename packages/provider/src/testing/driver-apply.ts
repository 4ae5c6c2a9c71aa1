import { error, hasError } from '../protocol/diagnostic.ts'
import { Dynamic, isList, isObject, type ObjectValue, Unknown, type Value } from '../protocol/value.ts'
import { fromWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { resultProblems, unknownPlaces } from './core-rules.ts'
import { CommandError } from './driver-calls.ts'
import { blame, type Current, fromWire, type Instance, toWire } from './driver-instance.ts'
import { type Plan, planOnce } from './driver-plan.ts'

/** What is in the state afterwards, whether it went well or not. */
export interface Applied {
  readonly after: Current | undefined
  readonly failure?: CommandError
}

/** The second half of an apply: everything is known now, so it is planned again and must come to the same. */
export async function applyPlan(
  instance: Instance,
  plan: Plan,
  current: Current | undefined,
  config: ObjectValue,
): Promise<Applied> {
  const before = current ?? { state: null, private: new Uint8Array() }
  const final = await planOnce(instance, before, config)
  checkFinal(instance, plan, final)
  if (final.action === 'no-op') return { after: current }
  return applyChange(instance, final, current, config)
}

function checkFinal(instance: Instance, plan: Plan, final: Plan): void {
  const summary = 'Provider produced inconsistent final plan'
  if (final.action !== plan.action && !(plan.action === 'update' && final.action === 'no-op')) {
    throw blame(instance, summary, [`changed the planned action from ${plan.action} to ${final.action}`])
  }
  const problems = resultProblems(instance.schema.attributes, plan.planned, final.planned)
  if (problems.length > 0) throw blame(instance, summary, problems)
}

async function applyChange(
  instance: Instance,
  plan: Plan,
  current: Current | undefined,
  config: ObjectValue,
): Promise<Applied> {
  const { ask, address, typeName, schema } = instance
  const answer = await ask('ApplyResourceChange', {
    typeName,
    priorState: toWire(instance, plan.prior),
    plannedState: toWire(instance, plan.planned),
    config: toWire(instance, config),
    plannedPrivate: plan.private,
  })
  const state = fromWire(instance, answer.newState)
  const told = fromWireDiagnostics(answer.diagnostics)
  const open = unknownPlaces(schema.attributes, state).map((place) =>
    error(
      'Provider returned invalid result object after apply',
      `still indicated an unknown value for ${address}${place}`,
    ),
  )
  // Where the provider says that it failed, that explains the rest.
  const wrong =
    hasError(told) || open.length > 0 ? [] : resultProblems(schema.attributes, plan.planned, state)
  const inconsistent = wrong.map((problem) =>
    error(
      'Provider produced inconsistent result after apply',
      `produced an unexpected new value: ${problem}`,
    ),
  )
  const diagnostics = [...told, ...open, ...inconsistent]
  const failure = hasError(diagnostics) ? { failure: new CommandError(address, diagnostics) } : {}
  if (state === null) return { after: hasError(told) ? current : undefined, ...failure }
  const isTainted = plan.action === 'create' && hasError(diagnostics)
  return { after: { state: withoutUnknown(state), private: answer.private, isTainted }, ...failure }
}

export async function applyDelete(instance: Instance, current: Current): Promise<Applied> {
  const { ask, address, typeName } = instance
  const answer = await ask('ApplyResourceChange', {
    typeName,
    priorState: toWire(instance, current.state),
    plannedState: toWire(instance, null),
    config: toWire(instance, null),
    plannedPrivate: current.private,
  })
  const told = fromWireDiagnostics(answer.diagnostics)
  const state = fromWire(instance, answer.newState)
  if (hasError(told)) {
    return { after: state ? { ...current, state } : current, failure: new CommandError(address, told) }
  }
  if (state === null) return { after: undefined }
  const problem = 'Root object was absent, but now present'
  return {
    after: { ...current, state },
    failure: blame(instance, 'Provider produced inconsistent result after apply', [problem]),
  }
}

/** A host saves what it can: unknown becomes null. */
function withoutUnknown(state: ObjectValue): ObjectValue {
  const known = (value: Value): Value => {
    if (value instanceof Unknown) return null
    if (value instanceof Dynamic) return new Dynamic(value.type, known(value.value))
    if (isList(value)) return value.map(known)
    return isObject(value) ? withoutUnknown(value) : value
  }
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, known(value)]))
}
