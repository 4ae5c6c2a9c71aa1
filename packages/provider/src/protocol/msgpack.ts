import { Decoder, Encoder, ExtensionCodec } from '@msgpack/msgpack'
import { MisfitError, within } from './misfit.ts'
import { exactInteger, fromDouble, isNumber, type NumberValue, numberText, parseNumber } from './number.ts'
import type { Type } from './type.ts'
import { Dynamic, isObject, Unknown, unknown, type Value } from './value.ts'

/** A value as the host sends it. Decoding is guided by the type: MessagePack alone is ambiguous. */
export const encodeValue = (value: Value, type: Type): Uint8Array => encoder.encode(toWire(value, type))

export const decodeValue = (bytes: Uint8Array, type: Type): Value => fromWire(decoder.decode(bytes), type)

/** Current hosts send refinements of an unknown value as a separate extension. */
const PLAIN_UNKNOWN = 0
const REFINED_UNKNOWN = 12

const extensionCodec = new ExtensionCodec()
extensionCodec.register({
  type: PLAIN_UNKNOWN,
  encode: (value) => (value instanceof Unknown ? new Uint8Array([0]) : null),
  decode: () => unknown,
})
extensionCodec.register({ type: REFINED_UNKNOWN, encode: () => null, decode: () => unknown })

// Without BigInt, the library rounds integers of 64 bits.
const encoder = new Encoder({ extensionCodec, useBigInt64: true })
const decoder = new Decoder({ extensionCodec, useBigInt64: true })

type Members = Readonly<Record<string, unknown>>

function toWire(value: Value | undefined, type: Type): unknown {
  if (value === null || value instanceof Unknown) return value
  if (typeof type !== 'string') return collectionToWire(value, type)
  if (type === 'number') return isNumber(value) ? numberToWire(value) : misfit(type, value)
  if (type === 'string') return typeof value === 'string' ? value : misfit(type, value)
  if (type === 'bool') return typeof value === 'boolean' ? value : misfit(type, value)
  if (!(value instanceof Dynamic)) return misfit(type, value)
  return [Buffer.from(JSON.stringify(value.type)), toWire(value.value, value.type)]
}

function collectionToWire(value: Value | undefined, type: Exclude<Type, string>): unknown {
  switch (type[0]) {
    case 'list':
    case 'set':
      return Array.isArray(value) ? elements(value, type[1], toWire) : misfit(type, value)
    case 'tuple':
      return Array.isArray(value) ? places(value, type[1], toWire) : misfit(type, value)
    case 'map':
      return isObject(value) ? entries(value, type[1], toWire) : misfit(type, value)
    case 'object':
      return isObject(value) ? members(value, type[1], toWire) : misfit(type, value)
  }
}

/** Integers as such if they fit, everything else as text, which is always exact. */
function numberToWire(value: NumberValue): unknown {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new MisfitError(`${value} is not a finite number.`)
    if (!Number.isInteger(value)) return String(value)
    return Math.abs(value) < 2 ** 31 ? value : numberToWire(BigInt(value))
  }
  if (typeof value === 'bigint' && value >= -(2n ** 63n) && value < 2n ** 64n) return value
  return numberText(value)
}

function fromWire(raw: unknown, type: Type): Value {
  if (raw === null || raw instanceof Unknown) return raw
  if (typeof type !== 'string') return collectionFromWire(raw, type)
  if (type === 'number') return numberFromWire(raw) ?? misfit(type, raw)
  if (type === 'string') return typeof raw === 'string' ? raw : misfit(type, raw)
  if (type === 'bool') return typeof raw === 'boolean' ? raw : misfit(type, raw)
  return dynamicFromWire(raw)
}

function collectionFromWire(raw: unknown, type: Exclude<Type, string>): Value {
  switch (type[0]) {
    case 'list':
    case 'set':
      return Array.isArray(raw) ? elements(raw, type[1], fromWire) : misfit(type, raw)
    case 'tuple':
      return Array.isArray(raw) ? places(raw, type[1], fromWire) : misfit(type, raw)
    case 'map':
      return isMembers(raw) ? entries(raw, type[1], fromWire) : misfit(type, raw)
    case 'object':
      return isMembers(raw) ? members(raw, type[1], fromWire) : misfit(type, raw)
  }
}

function numberFromWire(raw: unknown): NumberValue | undefined {
  if (typeof raw === 'number') return fromDouble(raw)
  if (typeof raw === 'bigint') return exactInteger(raw)
  return typeof raw === 'string' ? parseNumber(raw) : undefined
}

function dynamicFromWire(raw: unknown): Value {
  const [json, value] = Array.isArray(raw) && raw.length === 2 ? raw : []
  if (!(json instanceof Uint8Array)) return misfit('dynamic', raw)
  const type = JSON.parse(Buffer.from(json).toString()) as Type
  return new Dynamic(type, fromWire(value, type))
}

/** Converts one level, in either direction. */
type Step<In, Out> = (part: In, type: Type) => Out

function elements<In, Out>(list: readonly In[], type: Type, step: Step<In, Out>): readonly Out[] {
  const result = new Array<Out>(list.length)
  for (const [index, element] of list.entries()) result[index] = at(index, element, type, step)
  return result
}

function places<In, Out>(list: readonly In[], types: readonly Type[], step: Step<In, Out>): readonly Out[] {
  if (list.length !== types.length) {
    throw new MisfitError(`has ${list.length} elements, where ${types.length} belong.`)
  }
  return types.map((type, index) => at(index, list[index] as In, type, step))
}

function entries<In, Out>(
  map: Readonly<Record<string, In>>,
  type: Type,
  step: Step<In, Out>,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, at(key, value, type, step)]))
}

/** Every attribute exactly once, no more and no less. */
function members<In, Out>(
  object: Readonly<Record<string, In>>,
  types: Readonly<Record<string, Type>>,
  step: Step<In, Out>,
): Readonly<Record<string, Out>> {
  const result: Record<string, Out> = {}
  const names = Object.keys(types)
  for (const name of names) {
    const value = object[name]
    if (value === undefined) throw new MisfitError('is missing.', [name])
    result[name] = at(name, value, types[name] as Type, step)
  }
  const given = Object.keys(object)
  if (given.length === names.length) return result
  throw new MisfitError('is not an attribute.', [given.find((name) => !Object.hasOwn(types, name)) ?? ''])
}

function at<In, Out>(place: string | number, part: In, type: Type, step: Step<In, Out>): Out {
  try {
    return step(part, type)
  } catch (thrown) {
    throw within(place, thrown)
  }
}

const isMembers = (raw: unknown): raw is Members =>
  typeof raw === 'object' && raw !== null && Object.getPrototypeOf(raw) === Object.prototype

function misfit(type: Type, value: unknown): never {
  throw new MisfitError(`is ${nameOf(value)}, where a ${typeof type === 'string' ? type : type[0]} belongs.`)
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
