import { allKinds, type Field, type Kind, severalOfKind } from '@svc/model'

interface Consequences {
  /** What is deleted with a record, as people say it. */
  readonly removed: readonly string[]
  /** What only forgets it. */
  readonly cleared: readonly string[]
}

/** What the model says becomes of those that point at a record once it is gone. */
export function consequencesOf(kind: Kind): Consequences {
  const pointing = allKinds.flatMap((other) =>
    Object.values(other.fields)
      .filter((field) => pointsAt(field, kind) && !field.traits.derivedFrom)
      .map((field) => ({ several: severalOfKind(other), isRemoved: field.traits.onDelete === 'remove' })),
  )
  const removed = new Set(pointing.filter(({ isRemoved }) => isRemoved).map(({ several }) => several))
  const cleared = new Set(pointing.map(({ several }) => several).filter((several) => !removed.has(several)))
  return { removed: [...removed], cleared: [...cleared] }
}

const pointsAt = ({ target }: Field, { name }: Kind): boolean =>
  typeof target === 'object' ? Object.values(target.kinds).includes(name) : target === name
