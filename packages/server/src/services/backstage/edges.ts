import { type EntityKind, entityKinds, kinds } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { newId } from '../ids.ts'
import type { Entity } from './entity.ts'
import { type Mapper, refsIn, type Target } from './mapper.ts'
import type { State } from './state.ts'
import type { DesiredRecord } from './desired-record.ts'

interface Relation {
  /** The key in the spec that states it. */
  readonly key: string
  /** The default kind of its references. */
  readonly kind: string
  readonly type: string
  readonly isReversed?: true
}

const relations: readonly Relation[] = [
  { key: 'dependsOn', kind: 'component', type: 'depends_on' },
  { key: 'dependencyOf', kind: 'component', type: 'depends_on', isReversed: true },
  { key: 'consumesApis', kind: 'api', type: 'consumes_api' },
  { key: 'providesApis', kind: 'api', type: 'provides_api' },
  { key: 'subcomponentOf', kind: 'component', type: 'part_of' },
]

const entityKindOf = new Map(Object.entries(entityKinds).map(([word, name]) => [name as string, word]))

/** The edges that entities state; `stated` includes those that cannot be resolved, since the source has them too. */
export function edgesOf(
  entities: readonly Entity[],
  { mapper, state, now }: { readonly mapper: Mapper; readonly state: State; readonly now: Date },
): { readonly desired: readonly DesiredRecord[]; readonly stated: ReadonlySet<string> } {
  const there = new Map([...state.all(kinds.dependency)].map((edge) => [identityOf(edge), String(edge.id)]))
  const stated = new Set<string>()
  const desired = new Map<string, DesiredRecord>()
  for (const entity of entities) {
    if (!mapper.target(entity.ref)) continue
    for (const relation of relations) {
      for (const other of refsIn(entity, relation.key, relation.kind, mapper)) {
        const [from, to] = relation.isReversed ? [other, entity.ref] : [entity.ref, other]
        const ref = `edge:${from} ${relation.type} ${to}`
        stated.add(ref)
        const fields = edgeBetween(entity, { from, to, other, ...relation }, mapper)
        const identity = fields && identityOf(fields)
        if (!fields || identity === undefined || desired.has(identity)) continue
        const id = there.get(identity)
        const known = state.rows.get(ref)?.recordId === id
        desired.set(identity, {
          ref,
          kind: kinds.dependency,
          id: id ?? newId(kinds.dependency.idPrefix, now),
          how: id === undefined ? 'new' : known ? 'known' : 'adopted',
          name: `${from} → ${to} (${relation.type})`,
          fields,
          source: entity.source,
        })
      }
    }
  }
  return { desired: [...desired.values()], stated }
}

function edgeBetween(
  entity: Entity,
  edge: Relation & { readonly from: string; readonly to: string; readonly other: string },
  mapper: Mapper,
): Fields | undefined {
  if (edge.from === edge.to) {
    mapper.note(entity.ref, 'self_reference', `spec.${edge.key}`)
    return undefined
  }
  const from = endOf(mapper.target(edge.from))
  const to = endOf(mapper.target(edge.to))
  if (!from || !to) {
    mapper.note(entity.ref, 'unresolved', `spec.${edge.key}: ${edge.other}`)
    return undefined
  }
  return from.id === to.id
    ? undefined
    : { fromKind: from.kind, fromId: from.id, toKind: to.kind, toId: to.id, type: edge.type }
}

/** Only entities have edges: a team or a template has none. */
function endOf(target: Target | undefined): { readonly kind: EntityKind; readonly id: string } | undefined {
  const kind = target && entityKindOf.get(target.kind.name)
  return target && kind !== undefined ? { kind: kind as EntityKind, id: target.id } : undefined
}

const identityOf = (edge: Fields): string => kinds.dependency.unique?.map((key) => edge[key]).join(' ') ?? ''
