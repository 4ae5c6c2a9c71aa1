import { error } from '../protocol/diagnostic.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import type { Handler } from './handler.ts'

export const moveResourceState: Handler<'MoveResourceState'> = (_, { sourceTypeName, targetTypeName }) => ({
  diagnostics: toWireDiagnostics(
    [
      error(
        `A ${sourceTypeName} cannot be moved to a ${targetTypeName}`,
        'Remove it from the state, and import the object under its new type.',
      ),
    ],
    'dynamic',
  ),
})
