import { decodeValue, encodeValue } from './msgpack.ts'
import { fitState, parseState } from './state-json.ts'
import type { Type } from './type.ts'
import { isObject, type ObjectValue, type Value } from './value.ts'

interface WireValue {
  readonly msgpack?: Uint8Array | undefined
  readonly json?: Uint8Array | undefined
}

export const toDynamicValue = (value: Value, type: Type): WireValue => ({ msgpack: encodeValue(value, type) })

/** What is absent is null. */
function fromDynamicValue(wire: WireValue | undefined, type: Type): Value {
  if (wire?.msgpack && wire.msgpack.length > 0) return decodeValue(wire.msgpack, type)
  if (wire?.json && wire.json.length > 0) return fitState(parseState(wire.json), type)
  return null
}

/** A whole resource, data source or provider block. */
export function objectFromDynamicValue(wire: WireValue | undefined, type: Type): ObjectValue | null {
  const value = fromDynamicValue(wire, type)
  if (value === null || isObject(value)) return value
  throw new Error('The host sent something other than an object.')
}
