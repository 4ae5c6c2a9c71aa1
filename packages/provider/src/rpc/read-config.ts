import { objectFromDynamicValue } from '../protocol/dynamic-value.ts'
import type { Type } from '../protocol/type.ts'
import type { ObjectValue } from '../protocol/value.ts'

/** A required configuration. */
export function readConfig(wire: Parameters<typeof objectFromDynamicValue>[0], type: Type): ObjectValue {
  const config = objectFromDynamicValue(wire, type)
  if (config === null) throw new Error('The host sent no configuration.')
  return config
}
