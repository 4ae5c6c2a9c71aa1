import type { Path } from '../protocol/diagnostic.ts'
import { isNumber, numberText } from '../protocol/number.ts'
import type { Type } from '../protocol/type.ts'
import { Dynamic, isList, isObject, Unknown, type Value } from '../protocol/value.ts'

/** Values and paths as they look in the complaints of a host. */

export const spelledByHost = (path: Path, type: Type): string => {
  let inside: Type = type
  return path
    .map((step) => {
      const isAttribute = inside[0] === 'object'
      inside = typeInside(inside, step)
      return isAttribute ? `.${step}` : `[${JSON.stringify(step)}]`
    })
    .join('')
}

export function typeInside(type: Type, step: string | number): Type {
  if (typeof type === 'string') return 'dynamic'
  if (type[0] === 'object') return type[1][step] ?? 'dynamic'
  return type[0] === 'tuple' ? (type[1][Number(step)] ?? 'dynamic') : type[1]
}

export function valueByHost(value: Value, type: Type): string {
  if (value === null) return `cty.NullVal(${typeByHost(type)})`
  if (value instanceof Unknown) return `cty.UnknownVal(${typeByHost(type)})`
  if (value instanceof Dynamic) return valueByHost(value.value, value.type)
  if (isNumber(value)) return numberByHost(numberText(value))
  if (typeof value === 'string') return `cty.StringVal(${JSON.stringify(value)})`
  if (typeof value === 'boolean') return value ? 'cty.True' : 'cty.False'
  return collectionByHost(value, type)
}

const numberByHost = (text: string): string =>
  /^-?\d+$/.test(text) ? `cty.NumberIntVal(${text})` : `cty.MustParseNumberVal("${text}")`

function collectionByHost(value: Value, type: Type): string {
  const kind = titles[type[0]] ?? 'Dynamic'
  if (isList(value)) {
    if (value.length === 0) return emptyByHost(kind, type)
    const parts = value.map((element, index) => valueByHost(element, typeInside(type, index)))
    return `cty.${kind}Val([]cty.Value{${parts.join(', ')}})`
  }
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length === 0) return emptyByHost(kind, type)
  const parts = entries.map(
    ([key, part]) => `${JSON.stringify(key)}:${valueByHost(part, typeInside(type, key))}`,
  )
  return `cty.${kind}Val(map[string]cty.Value{${parts.sort().join(', ')}})`
}

function emptyByHost(kind: string, type: Type): string {
  const isWhole = type[0] === 'object' || type[0] === 'tuple'
  return isWhole ? `cty.Empty${kind}Val` : `cty.${kind}ValEmpty(${typeByHost(typeInside(type, 0))})`
}

function typeByHost(type: Type): string {
  if (typeof type === 'string') return `cty.${titles[type]}`
  if (type[0] === 'tuple') return `cty.Tuple([]cty.Type{${type[1].map(typeByHost).join(', ')}})`
  if (type[0] !== 'object') return `cty.${titles[type[0]]}(${typeByHost(type[1])})`
  const members = Object.entries(type[1]).map(
    ([name, member]) => `${JSON.stringify(name)}:${typeByHost(member)}`,
  )
  return `cty.Object(map[string]cty.Type{${members.sort().join(', ')}})`
}

const titles: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  bool: 'Bool',
  dynamic: 'DynamicPseudoType',
  list: 'List',
  set: 'Set',
  map: 'Map',
  tuple: 'Tuple',
  object: 'Object',
}
