/** The types of the host's language, in the shape of its own JSON notation: `"string"`, `["set", "string"]`. */
export type Type =
  | 'string'
  | 'number'
  | 'bool'
  | 'dynamic'
  | readonly ['list' | 'set' | 'map', Type]
  | readonly ['tuple', readonly Type[]]
  | readonly ['object', Readonly<Record<string, Type>>]

/** Whether two types are one, in whatever order their members are written. */
export function isSameType(a: Type, b: Type): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  if (a[0] === 'object') return b[0] === 'object' && haveSameMembers(a[1], b[1])
  if (a[0] === 'tuple') return b[0] === 'tuple' && haveSameMembers(byIndex(a[1]), byIndex(b[1]))
  return a[0] === b[0] && isSameType(a[1], b[1] as Type)
}

const byIndex = (types: readonly Type[]): Readonly<Record<string, Type>> =>
  Object.fromEntries(types.entries())

function haveSameMembers(a: Readonly<Record<string, Type>>, b: Readonly<Record<string, Type>>): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => {
    const [one, other] = [a[name], b[name]]
    return one !== undefined && other !== undefined && isSameType(one, other)
  })
}
