import { MisfitError, within } from './misfit.ts'
import { isNumber, numberText, parseNumber } from './number.ts'
import type { Type } from './type.ts'
import { Dynamic, isList, isObject, type ObjectValue, Unknown, type Value } from './value.ts'

/** Stored state before its types are checked: numbers keep all their digits. */
export function parseState(json: Uint8Array): Value {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text)
  return parseWithSource(text, (_, value, { source = '' }) =>
    typeof value === 'number' ? (parseNumber(source) ?? null) : value,
  )
}

/** Numbers longer than a double can represent for sure; checking every number would take many times as long. */
const MAY_LOSE_DIGITS = /(?:^|[[:,])\s*-?(?:[\d.]{16}|[\d.]+[eE])/

/** The compiler does not know yet that a reviver gets the source text of each number. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: Value, context: { readonly source?: string }) => Value,
) => Value

/**
 * Stored state as a value of the type: removed attributes are dropped, new ones are null, and a text that should be
 * a number, or the other way round, is converted.
 */
export function fitState(stored: Value, type: Type): Value {
  if (stored === null || stored instanceof Unknown) return stored
  if (typeof type === 'string') return fitPrimitive(stored, type)
  switch (type[0]) {
    case 'list':
    case 'set':
      return fitList(stored, () => type[1])
    case 'tuple':
      return fitList(stored, (index) => type[1][index])
    case 'map':
      return isObject(stored) ? fitMembers(stored, Object.keys(stored), () => type[1]) : misfit(type)
    case 'object':
      return isObject(stored)
        ? fitMembers(stored, Object.keys(type[1]), (name) => type[1][name])
        : misfit(type)
  }
}

function fitPrimitive(stored: Value, type: Extract<Type, string>): Value {
  if (type === 'dynamic') return fitDynamic(stored)
  if (type === 'string') return fitString(stored) ?? misfit(type)
  if (type === 'number') return fitNumber(stored) ?? misfit(type)
  if (typeof stored === 'boolean') return stored
  return stored === 'true' ? true : stored === 'false' ? false : misfit(type)
}

function fitString(stored: Value): string | undefined {
  if (typeof stored === 'string') return stored
  if (isNumber(stored)) return numberText(stored)
  return typeof stored === 'boolean' ? String(stored) : undefined
}

function fitNumber(stored: Value): Value | undefined {
  if (isNumber(stored)) return stored
  return typeof stored === 'string' ? parseNumber(stored) : undefined
}

function fitDynamic(stored: Value): Value {
  if (stored instanceof Dynamic) return stored
  if (!isObject(stored) || stored.type === undefined || stored.value === undefined) return misfit('dynamic')
  // The host writes its own notation of types here.
  const type = stored.type as unknown as Type
  return new Dynamic(type, fitState(stored.value, type))
}

function fitList(stored: Value, typeAt: (index: number) => Type | undefined): Value {
  if (!isList(stored)) return misfit(['list', 'dynamic'])
  return stored.map((element, index) => fitPart(index, element, typeAt(index)))
}

function fitMembers(
  stored: ObjectValue,
  names: readonly string[],
  typeAt: (name: string) => Type | undefined,
): Value {
  return Object.fromEntries(names.map((name) => [name, fitPart(name, stored[name] ?? null, typeAt(name))]))
}

function fitPart(place: string | number, stored: Value, type: Type | undefined): Value {
  if (type === undefined) throw new MisfitError('is not part of the type.', [place])
  try {
    return fitState(stored, type)
  } catch (thrown) {
    throw within(place, thrown)
  }
}

function misfit(type: Type): never {
  throw new MisfitError(`The stored state has no ${typeof type === 'string' ? type : type[0]} here.`)
}
