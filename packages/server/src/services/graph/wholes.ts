import { type EntityRelation, entityRelations, type GraphNode, kinds } from '@svc/model'
import { namesOf } from '../../store/queries/names.ts'
import { firstNaming, wholesWith } from '../../store/queries/graph-wholes.ts'
import { type Context, partitionOf } from '../context.ts'
import { inParts } from '../in-parts.ts'
import type { Entity } from './entity.ts'

/** The system and the domain that an entity is part of. */
export type Wholes = Pick<GraphNode, 'systemId' | 'systemName' | 'domainId' | 'domainName'>

const intoSystems = entityRelations.filter(({ holder, isArray }) => holder === 'system' && isArray)
const intoDomains = entityRelations.find(
  ({ holder, target }) => holder === 'system' && target === 'domain',
) as EntityRelation

/** Pictures group by them, so they are known even where the whole itself is not in an answer. */
export async function wholesOf(
  ctx: Context,
  entities: readonly Entity[],
): Promise<(entity: Entity) => Wholes> {
  const { store } = ctx
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const systemOf = new Map(entities.filter(({ kind }) => kind === 'system').map(({ id }) => [id, id]))
  for (const relation of intoSystems) {
    const ids = entities.filter(({ kind }) => kind === relation.target).map(({ id }) => id)
    const found = await inParts(ids, (some) => store.run(firstNaming, partition, relation, some))
    for (const [id, system] of found) systemOf.set(id, system)
  }
  const systems = await inParts([...new Set(systemOf.values())], (some) =>
    store.run(wholesWith, partition, intoDomains, some),
  )
  const domainIds = [...systems.values()].flatMap(({ partOf }) => partOf ?? [])
  const domains = await inParts([...new Set(domainIds)], (some) =>
    store.run(namesOf, partition, kinds.domain, some),
  )
  return ({ kind, id }) => {
    const systemId = systemOf.get(id) ?? null
    const system = systems.get(systemId ?? '')
    const domainName = domains.get(system?.partOf ?? '') ?? null
    return {
      systemId: kind === 'system' ? null : systemId,
      systemName: kind === 'system' ? null : (system?.name ?? null),
      domainId: domainName === null ? null : (system?.partOf ?? null),
      domainName,
    }
  }
}
