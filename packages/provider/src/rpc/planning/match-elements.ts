import type { Value } from '../../protocol/value.ts'

/**
 * Elements of sets have no names: each is paired with a reference that `matches`, at best the one at its own index.
 * Where one reference fits several elements, as many elements as possible get one.
 */
export function matchElements(
  elements: readonly Value[],
  references: readonly Value[],
  matches: (reference: Value, element: Value) => boolean,
): readonly (Value | undefined)[] {
  const known = elements.map(() => new Map<number, boolean>())
  const fits = (element: number, reference: number): boolean => {
    const answers = known[element]
    const fit = answers?.get(reference) ?? matches(references[reference] ?? null, elements[element] ?? null)
    answers?.set(reference, fit)
    return fit
  }
  /** The element that has each reference. */
  const owners = new Map<number, number>()
  const isFree = (reference: number): boolean => !owners.has(reference)

  /** Whether the element can have a reference, perhaps because another takes one that it has not tried. */
  const place = (element: number, tried: Set<number>): boolean => {
    for (const reference of references.keys()) {
      if (tried.has(reference) || !fits(element, reference)) continue
      tried.add(reference)
      const owner = owners.get(reference)
      if (owner !== undefined && !place(owner, tried)) continue
      owners.set(reference, element)
      return true
    }
    return false
  }

  for (const element of elements.keys()) {
    const isInPlace = element < references.length && isFree(element) && fits(element, element)
    const found = isInPlace
      ? element
      : references.keys().find((reference) => isFree(reference) && fits(element, reference))
    if (found === undefined) place(element, new Set())
    else owners.set(found, element)
  }
  const partners = new Map([...owners].map(([reference, element]) => [element, references[reference]]))
  return elements.map((_, element) => partners.get(element))
}
