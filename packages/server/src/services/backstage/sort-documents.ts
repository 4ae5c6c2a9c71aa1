import { type Entity, type FoundDocument, isUsable, readEntity, type Unusable } from './entity.ts'
import { recordKinds } from './state.ts'

export interface Sorted {
  readonly entities: readonly Entity[]
  readonly skipped: readonly Unusable[]
  /** Everything in the source, whether or not it could be imported. */
  readonly present: Set<string>
}

/** Separates entities from what cannot be imported. Of two with the same reference the first counts. */
export function sortDocuments(documents: Iterable<FoundDocument>): Sorted {
  const entities = new Map<string, Entity>()
  const skipped: Unusable[] = []
  const present = new Set<string>()
  for (const found of documents) {
    const read = readEntity(found)
    if (isUsable(read) && read.kind === 'location') continue // already followed when the documents were read
    present.add(read.ref)
    const why = isUsable(read) ? rejectionReason(read, entities.get(read.ref)) : read.why
    const { ref, source, location } = read
    if (why !== undefined) skipped.push({ ref, source, location, why })
    else if (isUsable(read)) entities.set(ref, read)
  }
  return { entities: [...entities.values()], skipped, present }
}

function rejectionReason(entity: Entity, first: Entity | undefined): string | undefined {
  if (entity.kind !== 'user' && !recordKinds.has(entity.kind)) {
    return `svc has no equivalent of the kind ${entity.kind}`
  }
  return first && `it is already in ${first.location}`
}
