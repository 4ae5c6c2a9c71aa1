import { hasError } from '../protocol/diagnostic.ts'
import { objectFromDynamicValue, toDynamicValue } from '../protocol/dynamic-value.ts'
import type { Request } from '../protocol/messages.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { reconcile } from './planning/reconcile.ts'
import { privateOf } from './private.ts'
import type { Change, Outcome, Resource } from './provider.ts'
import { readConfig } from './read-config.ts'

export const applyResourceChange: Handler<'ApplyResourceChange'> = async (provider, request) => {
  const resource = findResource(provider, request.typeName)
  const { attributes } = resource.schema
  const type = objectTypeOf(attributes)
  const prior = objectFromDynamicValue(request.priorState, type)
  const planned = objectFromDynamicValue(request.plannedState, type)
  const { state, ...outcome } =
    planned === null
      ? await remove(resource, prior, request)
      : await write(resource, { prior, planned, config: readConfig(request.config, type) }, request)
  const { diagnostics = [] } = outcome
  // A failure loses no object: what was there is there until it is known to be gone.
  const kept = hasError(diagnostics) ? prior : null
  return {
    newState: toDynamicValue(state && planned ? reconcile(attributes, planned, state) : kept, type),
    private: outcome.private ?? request.plannedPrivate,
    diagnostics: toWireDiagnostics(diagnostics, type),
  }
}

type Applied = Pick<Request<'ApplyResourceChange'>, 'plannedPrivate'>

const write = (resource: Resource, change: Change, { plannedPrivate }: Applied): Promise<Outcome> =>
  change.prior === null
    ? resource.create(change, privateOf(plannedPrivate))
    : resource.update({ ...change, prior: change.prior }, privateOf(plannedPrivate))

async function remove(
  resource: Resource,
  prior: ObjectValue | null,
  { plannedPrivate }: Applied,
): Promise<Outcome> {
  if (prior === null) return { state: null }
  return { state: null, diagnostics: await resource.delete(prior, privateOf(plannedPrivate)) }
}
