import { isNumber, isSameNumber } from './number.ts'
import { isSameType, type Type } from './type.ts'
import { Dynamic, isList, isObject, type ObjectValue, type Value } from './value.ts'

/** Equality as the host sees it: sets in any order, numbers by value. Unknown equals unknown. */
export function isEqual(a: Value, b: Value, type: Type): boolean {
  if (a === b) return true
  if (typeof type !== 'string') return areEqualCollections(a, b, type)
  if (type === 'number') return isNumber(a) && isNumber(b) && isSameNumber(a, b)
  if (!(a instanceof Dynamic) || !(b instanceof Dynamic)) return false
  return isSameType(a.type, b.type) && isEqual(a.value, b.value, a.type)
}

function areEqualCollections(a: Value, b: Value, type: Exclude<Type, string>): boolean {
  switch (type[0]) {
    case 'list':
      return isList(a) && isList(b) && areEqualLists(a, b, () => type[1])
    case 'tuple':
      return isList(a) && isList(b) && areEqualLists(a, b, (index) => type[1][index])
    case 'set':
      return isList(a) && isList(b) && areEqualSets(a, b, type[1])
    case 'map':
      return isObject(a) && isObject(b) && areEqualObjects(a, b, () => type[1])
    case 'object':
      return isObject(a) && isObject(b) && areEqualObjects(a, b, (name) => type[1][name])
  }
}

function areEqualLists(
  a: readonly Value[],
  b: readonly Value[],
  typeAt: (index: number) => Type | undefined,
): boolean {
  if (a.length !== b.length) return false
  return a.every((element, index) => areEqualParts(element, b[index], typeAt(index)))
}

function areEqualObjects(
  a: ObjectValue,
  b: ObjectValue,
  typeAt: (name: string) => Type | undefined,
): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => areEqualParts(a[name], b[name], typeAt(name)))
}

const areEqualParts = (a: Value | undefined, b: Value | undefined, type: Type | undefined): boolean =>
  a !== undefined && b !== undefined && type !== undefined && isEqual(a, b, type)

function areEqualSets(a: readonly Value[], b: readonly Value[], type: Type): boolean {
  if (a.length !== b.length) return false
  // Both are mostly in the same order; the rest is compared pairwise.
  const rest = b.filter((element, index) => !areEqualParts(a[index], element, type))
  const wanted = a.filter((element, index) => !areEqualParts(element, b[index], type))
  return wanted.every((element) => {
    const found = rest.findIndex((other) => isEqual(element, other, type))
    if (found < 0) return false
    rest.splice(found, 1)
    return true
  })
}
