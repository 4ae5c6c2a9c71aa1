import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import { toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import { reconcile } from './planning/reconcile.ts'

export const importResourceState: Handler<'ImportResourceState'> = async (provider, { typeName, id }) => {
  const resource = findResource(provider, typeName)
  const { attributes } = resource.schema
  const type = objectTypeOf(attributes)
  const { state, diagnostics = [], private: kept } = await resource.import(id)
  if (state === null) {
    const found = diagnostics.length > 0 ? diagnostics : [notThere(typeName, id)]
    return { diagnostics: toWireDiagnostics(found, type) }
  }
  const imported = toDynamicValue(reconcile(attributes, null, state), type)
  return {
    importedResources: [{ typeName, state: imported, private: kept }],
    diagnostics: toWireDiagnostics(diagnostics, type),
  }
}

const notThere = (typeName: string, id: string): Diagnostic =>
  error(
    `There is no ${typeName} to import`,
    `There is no object with the id "${id}". Check the id, and that it still exists.`,
  )
