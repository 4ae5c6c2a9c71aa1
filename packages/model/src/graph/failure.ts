import { edgeTypes } from '../kinds/dependency.ts'
import { kindNamed } from '../kinds/index.ts'
import { type EntityKind, entityKindNames, entityKinds } from '../vocabulary.ts'

/** The two ends of an edge, as stored. */
export type EdgeEnd = 'from' | 'to'

/** The end of an edge that is affected when the other one fails. */
export const hitEndOf = (type: string): EdgeEnd =>
  Object.hasOwn(edgeTypes, type) ? edgeTypes[type as keyof typeof edgeTypes] : 'from'

/** The types whose `to` is affected. */
export const typesThatHitTo: readonly string[] = Object.keys(edgeTypes).filter(
  (type) => hitEndOf(type) === 'to',
)

/** A reference between entities that is an edge without being stored as one. */
export interface EntityRelation {
  /** `api.componentId`: the record's kind, and the field that refers to the other one. */
  readonly name: string
  readonly type: string
  readonly field: string
  /** Whether the field is an array. */
  readonly isArray: boolean
  /** Whose field it is. */
  readonly holder: EntityKind
  readonly target: EntityKind
  /** The end at which the holder is. */
  readonly holderEnd: EdgeEnd
}

const entityKindOf = (kindName: unknown): EntityKind => {
  const found = entityKindNames.find((one) => entityKinds[one] === kindName)
  if (!found) throw new Error(`${String(kindName)} is not an entity, so no failure travels to it.`)
  return found
}

/** Every relation that failure travels along, from the fields of the kinds. */
export const entityRelations: readonly EntityRelation[] = entityKindNames.flatMap((holder) => {
  const kind = kindNamed(entityKinds[holder])
  return Object.entries(kind.fields).flatMap(
    ([
      field,
      {
        type,
        target,
        traits: { inGraph },
      },
    ]) =>
      inGraph
        ? [
            {
              name: `${kind.name}.${field}`,
              type: inGraph.type,
              field,
              isArray: type === 'refs',
              holder,
              target: entityKindOf(target),
              holderEnd: inGraph.from === 'record' ? ('from' as const) : ('to' as const),
            },
          ]
        : [],
  )
})

/** Field values that mark an entity as out of use: failure travels through it, but it is not counted. */
export const inactiveValues: Readonly<Record<string, unknown>> = { archived: true, lifecycle: 'retired' }

export const isInactive = (entity: object): boolean =>
  Object.entries(inactiveValues).some(
    ([key, value]) => (entity as Readonly<Record<string, unknown>>)[key] === value,
  )
