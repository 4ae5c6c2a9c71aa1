import type { Path } from '../../protocol/diagnostic.ts'
import { isList, isObject, type Value } from '../../protocol/value.ts'

/** Every place in a value, from the outside in. */
export function placesIn(value: Value, path: Path = []): readonly Path[] {
  const entries = isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  const inner = entries.flatMap(([key, part]) => placesIn(part, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

/** The same value, but for one place in it. */
export function replaced(value: Value, [key, ...rest]: Path, other: Value): Value {
  if (key === undefined) return other
  if (isList(value)) return value.map((part, index) => (index === key ? replaced(part, rest, other) : part))
  return isObject(value) ? { ...value, [key]: replaced(value[key] ?? null, rest, other) } : value
}
