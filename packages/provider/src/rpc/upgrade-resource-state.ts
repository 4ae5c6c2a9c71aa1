import { error } from '../protocol/diagnostic.ts'
import { toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf } from '../protocol/schema.ts'
import { fitState, parseState } from '../protocol/state-json.ts'
import { isObject, type Value } from '../protocol/value.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { findResource } from './find.ts'
import type { Handler } from './handler.ts'
import type { Resource } from './provider.ts'

/** Called for every stored object before it is used, even if its version is current. */
export const upgradeResourceState: Handler<'UpgradeResourceState'> = (
  provider,
  { typeName, version, rawState },
) => {
  const resource = findResource(provider, typeName)
  const type = objectTypeOf(resource.schema.attributes)
  if (!rawState || rawState.json.length === 0) {
    return { diagnostics: toWireDiagnostics([tooOld(typeName)], type) }
  }
  const stored = completed(resource, upgraded(resource, parseState(rawState.json), version))
  const state = fitState(stored, type)
  if (isObject(state)) resource.seen?.(state)
  return { upgradedState: toDynamicValue(state, type) }
}

function upgraded(resource: Resource, stored: Value, version: number): Value {
  if (version >= resource.schema.version || !resource.upgrade || !isObject(stored)) return stored
  return resource.upgrade(stored, version)
}

/**
 * An attribute that is newer than the stored state gets its default: null would be planned as a change, or as a
 * replacement, of every existing object.
 */
function completed({ schema }: Resource, stored: Value): Value {
  if (!isObject(stored)) return stored
  const later = Object.entries(schema.attributes).filter(
    ([name, attribute]) => attribute.default !== undefined && !Object.hasOwn(stored, name),
  )
  return {
    ...stored,
    ...Object.fromEntries(later.map(([name, attribute]) => [name, attribute.default ?? null])),
  }
}

const tooOld = (typeName: string) =>
  error(
    `The stored state of this ${typeName} cannot be read`,
    'It was written by a version of the host before 0.12. Remove it from the state and import the object again.',
  )
