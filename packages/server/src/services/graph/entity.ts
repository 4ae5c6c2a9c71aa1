import { type EntityKind, entityKinds, invalid, type Kind, kindNamed } from '@svc/model'
import { type Context, recordsOf } from '../context.ts'

/** Something that edges connect. Ids differ between kinds, so an id alone identifies it. */
export interface Entity {
  readonly kind: EntityKind
  readonly id: string
}

export const kindOf = ({ kind }: Pick<Entity, 'kind'>): Kind => kindNamed(entityKinds[kind])

/** The entity that a query parameter names, `api:api_…`; a missing one is an invalid request. */
export async function entityIn(ctx: Context, parameter: string, value: string): Promise<Entity> {
  const [kind = '', id = ''] = value.split(':')
  const entity: Entity = { kind: kind as EntityKind, id }
  const records = recordsOf(ctx, kindOf(entity))
  if ((await records.existing(kindOf(entity), [id])).has(id)) return entity
  throw invalid(parameter, `names the ${kindOf(entity).noun} ${JSON.stringify(id)}, which does not exist`)
}
