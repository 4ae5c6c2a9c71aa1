import type { Path } from './diagnostic.ts'
import { isEqual } from './equal.ts'
import type { Type } from './type.ts'
import { Dynamic, isList, isObject, Unknown, type Value } from './value.ts'

/** A path at which a value differs from the plan; `undefined` is a missing element. */
export interface Departure {
  /** Up to the set itself for an element of one. */
  readonly path: Path
  readonly isInSet?: true
  readonly planned: Value | undefined
  readonly actual: Value | undefined
  readonly type: Type
}

/** Where a value differs from its plan. Unknown parts of the plan may have become anything. */
export function departures(planned: Value, actual: Value, type: Type, path: Path = []): readonly Departure[] {
  if (planned instanceof Unknown) return []
  if (planned === null || actual === null || actual instanceof Unknown || typeof type === 'string') {
    return departuresOfWhole(planned, actual, type, path)
  }
  if (type[0] === 'set') return departuresOfSet(planned, actual, type[1], path)
  if (isList(planned) && isList(actual)) {
    const typeAt = (index: number) => (type[0] === 'tuple' ? type[1][index] : type[1]) as Type
    return departuresOfParts(Array.from(planned.entries()), new Map(actual.entries()), typeAt, path)
  }
  if (isObject(planned) && isObject(actual)) {
    const typeAt = (name: string) => (type[0] === 'object' ? type[1][name] : type[1]) as Type
    return departuresOfParts(Object.entries(planned), new Map(Object.entries(actual)), typeAt, path)
  }
  return [{ path, planned, actual, type }]
}

function departuresOfWhole(planned: Value, actual: Value, type: Type, path: Path): readonly Departure[] {
  if (planned instanceof Dynamic && actual instanceof Dynamic && planned.value instanceof Unknown) return []
  return isEqual(planned, actual, type) ? [] : [{ path, planned, actual, type }]
}

function departuresOfParts<Key extends string | number>(
  planned: readonly (readonly [Key, Value])[],
  actual: ReadonlyMap<Key, Value>,
  typeAt: (key: Key) => Type,
  path: Path,
): readonly Departure[] {
  const known = new Set(planned.map(([key]) => key))
  const kept = planned.flatMap(([key, part]) => {
    const [now, type] = [actual.get(key), typeAt(key)]
    if (now === undefined) return [{ path: [...path, key], planned: part, actual: undefined, type }]
    return departures(part, now, type, [...path, key])
  })
  const added = Array.from(actual, ([key, part]) => ({ key, part }))
    .filter(({ key }) => !known.has(key))
    .map(({ key, part }) => ({ path: [...path, key], planned: undefined, actual: part, type: typeAt(key) }))
  return [...kept, ...added]
}

/** Elements of a set have no names: each must match some element of the other. */
function departuresOfSet(before: Value, after: Value, type: Type, path: Path): readonly Departure[] {
  if (!isList(before) || !isList(after)) {
    return [{ path, planned: before, actual: after, type: ['set', type] }]
  }
  const fits = (planned: Value, actual: Value): boolean => departures(planned, actual, type).length === 0
  const lost = before.filter((planned) => !after.some((actual) => fits(planned, actual)))
  const added = after.filter((actual) => !before.some((planned) => fits(planned, actual)))
  return [
    ...lost.map((planned) => ({ path, isInSet: true as const, planned, actual: undefined, type })),
    ...added.map((actual) => ({ path, isInSet: true as const, planned: undefined, actual, type })),
  ]
}
