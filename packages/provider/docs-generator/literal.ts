import { isList, isObject, type Value } from '../src/protocol/value.ts'

/** A known value as people write it in a configuration. */
export function literal(value: Value): string {
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${name} = ${literal(member)}`)
  return `{ ${members.join(', ')} }`
}
