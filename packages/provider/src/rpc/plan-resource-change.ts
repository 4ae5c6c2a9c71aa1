import { departures } from '../protocol/departures.ts'
import { spelledPath } from '../protocol/diagnostic.ts'
import { objectFromDynamicValue, toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import type { Type } from '../protocol/type.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { toWireDiagnostics, toWirePath } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { plan } from './planning/plan.ts'
import { replacements } from './planning/replacements.ts'
import type { Adjustment, Change, Resource } from './provider.ts'

export const planResourceChange: Handler<'PlanResourceChange'> = (provider, request) => {
  const resource = findResource(provider, request.typeName)
  const { attributes } = resource.schema
  const type = objectTypeOf(attributes)
  const config = objectFromDynamicValue(request.config, type)
  if (config === null) {
    return { plannedState: toDynamicValue(null, type), plannedPrivate: request.priorPrivate }
  }
  const prior = objectFromDynamicValue(request.priorState, type)
  const draft = plan({ attributes, prior, config })
  const { planned, replaces, diagnostics } = adjusted(resource, { prior, config, planned: draft }, type)
  const paths = prior === null ? [] : [...replacements(attributes, prior, planned), ...replaces]
  return {
    plannedState: toDynamicValue(planned, type),
    requiresReplace: paths.map((path) => toWirePath(path, type)),
    plannedPrivate: request.priorPrivate,
    diagnostics: toWireDiagnostics(diagnostics, type),
  }
}

function adjusted(resource: Resource, change: Change, type: Type): Required<Adjustment> {
  const adjustment = resource.adjustPlan?.(change) ?? {}
  const { planned = change.planned, replaces = [], diagnostics = [] } = adjustment
  refuseOtherChanges(change.planned, planned, type)
  return { planned, replaces, diagnostics }
}

/** The host would find only some of these, and would not say what is wrong. */
function refuseOtherChanges(draft: ObjectValue, planned: ObjectValue, type: Type): void {
  if (planned === draft) return
  const [first] = departures(draft, planned, type)
  if (first) throw new Error(`adjustPlan changed ${spelledPath(first.path)}, which was already known.`)
}
