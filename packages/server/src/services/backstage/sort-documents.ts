import { type Entity, type FoundDocument, isUsable, readEntity, type Unusable } from './entity.ts'
import { recordKinds } from './state.ts'

export interface Sorted {
  readonly entities: readonly Entity[]
  readonly skipped: readonly Unusable[]
  /** What is in the source, whether it could be taken or not. */
  readonly present: Set<string>
}

/** Entities apart from what cannot be taken. Of two with the same reference the first counts. */
export function sortDocuments(documents: readonly FoundDocument[]): Sorted {
  const entities = new Map<string, Entity>()
  const skipped: Unusable[] = []
  const present = new Set<string>()
  for (const found of documents) {
    const read = readEntity(found)
    if (isUsable(read) && read.kind === 'location') continue // whoever read the documents has followed it
    present.add(read.ref)
    const why = isUsable(read) ? objection(read, entities.get(read.ref)) : read.why
    const { ref, source, location } = read
    if (why !== undefined) skipped.push({ ref, source, location, why })
    else if (isUsable(read)) entities.set(ref, read)
  }
  return { entities: [...entities.values()], skipped, present }
}

function objection(entity: Entity, first: Entity | undefined): string | undefined {
  if (entity.kind !== 'user' && !recordKinds.has(entity.kind)) {
    return `svc has nothing like the kind ${entity.kind}`
  }
  return first && `it is in ${first.location} already`
}
