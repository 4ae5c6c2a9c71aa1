import type { Type } from './type.ts'

/** A value that the host will only know after apply. Never `undefined`, never null. */
export class Unknown {
  private constructor() {}
  static readonly value = new Unknown()
  /** To the compiler, a class without members would match anything. */
  readonly isKnown = false
}

export const unknown: Unknown = Unknown.value

/** A non-integer that a double cannot represent exactly, as its decimal text. */
export class Decimal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The value of an attribute of type `dynamic`, with its actual type; a bare null has none. */
export class Dynamic {
  readonly type: Type
  readonly value: Value
  constructor(type: Type, value: Value) {
    this.type = type
    this.value = value
  }
}

/** Any value of the host's language: absent is null, not known yet is `unknown`, everything else is known. */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | number
  | bigint
  | Decimal
  | Dynamic
  | readonly Value[]
  | ObjectValue

export interface ObjectValue {
  readonly [attribute: string]: Value
}

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

/** An object or a map. */
export const isObject = (value: Value | undefined): value is ObjectValue =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Unknown) &&
  !(value instanceof Decimal) &&
  !(value instanceof Dynamic)

/** Whether nothing in it is unknown, at any depth. */
export function isWhollyKnown(value: Value): boolean {
  if (value instanceof Unknown) return false
  if (value instanceof Dynamic) return isWhollyKnown(value.value)
  if (isList(value)) return value.every(isWhollyKnown)
  return !isObject(value) || Object.values(value).every(isWhollyKnown)
}
