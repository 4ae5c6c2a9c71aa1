import type { Field, Kind } from '@svc/model'

/** The kinds that a field can reference. */
function targetsOf({ target }: Field): readonly string[] {
  if (target === undefined) return []
  return typeof target === 'string' ? [target] : Object.values(target.kinds)
}

/**
 * Orders kinds so that each comes after those it references. In a cycle that is impossible: a reference to a
 * later kind, or to its own, must then be written as an id.
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
