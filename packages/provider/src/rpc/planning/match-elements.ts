import type { Value } from '../../protocol/value.ts'

/**
 * Elements of sets have no names: each is paired with the first unused reference that `matches`, trying the one at
 * its own index first.
 */
export function matchElements(
  elements: readonly Value[],
  references: readonly Value[],
  matches: (reference: Value, element: Value) => boolean,
): readonly (Value | undefined)[] {
  const free = new Set(references.keys())
  return elements.map((element, index) => {
    const fits = (candidate: number): boolean => matches(references[candidate] ?? null, element)
    const found = free.has(index) && fits(index) ? index : free.values().find(fits)
    if (found === undefined) return undefined
    free.delete(found)
    return references[found]
  })
}
