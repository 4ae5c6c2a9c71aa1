import { isNumber, numberText } from '../protocol/number.ts'
import type { Type } from '../protocol/type.ts'
import { Dynamic, isList, isObject, type Value } from '../protocol/value.ts'
import { typeInside } from './core-rules-spelling.ts'

/** One object in the state file of a host. */
export interface Stored {
  readonly version: number
  readonly json: Uint8Array
  readonly private: Uint8Array
  /** Made, but not well: to be replaced. */
  readonly isTainted: boolean
}

/** A known value as a host writes it to its state file. */
export const stateJson = (value: Value, type: Type): Uint8Array => Buffer.from(jsonText(value, type))

function jsonText(value: Value, type: Type): string {
  if (value instanceof Dynamic) {
    return `{"value":${jsonText(value.value, value.type)},"type":${JSON.stringify(value.type)}}`
  }
  if (isNumber(value)) return numberText(value)
  if (isList(value)) {
    return `[${value.map((element, index) => jsonText(element, typeInside(type, index))).join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value)
  return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part, typeInside(type, key))}`).join(',')}}`
}
