import { type Kind, type Pointer, pointersTo, severalOfKind } from '@svc/model'

interface Consequences {
  /** What is deleted with a record, in words. */
  readonly removed: readonly string[]
  /** What only loses its reference to it. */
  readonly cleared: readonly string[]
}

/** What happens to the records that point at a record when it is deleted, according to the model. */
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
