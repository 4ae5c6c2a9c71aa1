import type { Field, Kind } from '@svc/model'

/** The kinds that a field can point at. */
function targetsOf({ target }: Field): readonly string[] {
  if (target === undefined) return []
  return typeof target === 'string' ? [target] : Object.values(target.kinds)
}

/**
 * Puts kinds into an order in which each comes after those it points at. Where they point at each other in a
 * circle, no order does: what points ahead, or at its own kind, must then be written as an id.
 */
export function inReferenceOrder(kinds: readonly Kind[]): readonly Kind[] {
  const ordered: Kind[] = []
  const begun = new Set<Kind>()
  const visit = (kind: Kind): void => {
    if (begun.has(kind)) return
    begun.add(kind)
    const targets = new Set(Object.values(kind.fields).flatMap(targetsOf))
    for (const other of kinds) if (targets.has(other.name)) visit(other)
    ordered.push(kind)
  }
  for (const kind of kinds) visit(kind)
  return ordered
}
