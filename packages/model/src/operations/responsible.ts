import type { Field, Responsibility } from '../kind/field.ts'
import type { Kind } from '../kind/kind.ts'
import { allKinds, kinds } from '../kinds/index.ts'

/** A field that makes somebody responsible, for as long as it names them. */
export interface ResponsiblePlace {
  readonly responsibility: Responsibility
  readonly kind: Kind
  readonly key: string
  readonly field: Field
}

/** Every such field that names members, and every one that names their teams. */
export const responsiblePlaces: readonly ResponsiblePlace[] = allKinds.flatMap((kind) =>
  Object.entries(kind.fields).flatMap(([key, field]) =>
    field.traits.responsibility ? { responsibility: field.traits.responsibility, kind, key, field } : [],
  ),
)

export const namesMembers = ({ field }: ResponsiblePlace): boolean =>
  (field.target ?? field.mentions?.target) === kinds.user.name

/** Fields that svc itself sets, such as who is on call at this moment, cannot be handed over. */
export const canHandOver = (place: ResponsiblePlace): boolean =>
  namesMembers(place) && place.field.traits.managed === undefined

/** The kinds whose records can be handed over. */
export const handedOverKinds: readonly string[] = [
  ...new Set(responsiblePlaces.filter(canHandOver).map(({ kind }) => kind.name)),
]
