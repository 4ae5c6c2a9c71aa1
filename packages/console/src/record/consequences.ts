import { type Kind, type Pointer, pointersTo, severalOfKind } from '@svc/model'

interface Consequences {
  /** What is deleted with a record, as people say it. */
  readonly removed: readonly string[]
  /** What only forgets it. */
  readonly cleared: readonly string[]
}

/** What the model says becomes of those that point at a record once it is gone. */
export function consequencesOf(kind: Kind): Consequences {
  const kindsThat = (wanted: Pointer['onDelete']): ReadonlySet<string> =>
    new Set(
      pointersTo(kind)
        .filter(({ onDelete }) => onDelete === wanted)
        .map((pointer) => severalOfKind(pointer.kind)),
    )
  const removed = kindsThat('remove')
  const cleared = [...kindsThat('clear')].filter((several) => !removed.has(several))
  return { removed: [...removed], cleared }
}
