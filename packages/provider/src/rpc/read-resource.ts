import { hasError } from '../protocol/diagnostic.ts'
import { objectFromDynamicValue, toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { reconcile } from './planning/reconcile.ts'
import { privateOf } from './private.ts'

export const readResource: Handler<'ReadResource'> = async (provider, request) => {
  const resource = findResource(provider, request.typeName)
  const { attributes } = resource.schema
  const type = objectTypeOf(attributes)
  const current = objectFromDynamicValue(request.currentState, type)
  if (current === null) return { newState: request.currentState, private: request.private }
  const outcome = await resource.read(current, privateOf(request.private))
  const { state, diagnostics = [] } = outcome
  const found = hasError(diagnostics) ? current : state && reconcile(attributes, current, state)
  return {
    newState: toDynamicValue(found, type),
    diagnostics: toWireDiagnostics(diagnostics, type),
    private: outcome.private ?? request.private,
  }
}
