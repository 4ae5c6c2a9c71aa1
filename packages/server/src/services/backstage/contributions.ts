import { type Kind, kinds } from '@svc/model'
import type { Entity } from './entity.ts'
import { idIn, type Mapper, refsIn } from './mapper.ts'
import { recordKinds } from './state.ts'
import type { Contribution } from './desired-record.ts'

/** By record id: what entities state about records other than their own. */
export type Contributions = ReadonlyMap<string, Part>

export interface Part {
  readonly kind: Kind
  readonly fields: Record<string, Contribution>
}

const arrayOfKind: Readonly<Record<string, string>> = {
  [kinds.project.name]: 'componentIds',
  [kinds.api.name]: 'apiIds',
  [kinds.resource.name]: 'resourceIds',
}

export function contributionsFrom(
  entities: readonly Entity[],
  // `systems` are those that the import owns; to others it only adds.
  { mapper, systems }: { readonly mapper: Mapper; readonly systems: ReadonlySet<string> },
): Contributions {
  const parts = new Map<string, Part>()
  const contribute = (kind: Kind, id: string, key: string, value: Contribution): void => {
    const part = parts.get(id) ?? { kind, fields: {} }
    part.fields[key] = value
    parts.set(id, part)
  }
  for (const [id, members] of membersBySystem(entities, mapper, systems)) {
    for (const [key, { inside, all }] of members) {
      contribute(kinds.system, id, key, (current) => merged(current, inside, all))
    }
  }
  for (const [id, providers] of providersByApi(entities, mapper)) {
    const [only] = providers
    if (only !== undefined && providers.size === 1) contribute(kinds.api, id, 'componentId', () => only)
  }
  return parts
}

const nothing: ReadonlySet<string> = new Set()

interface Membership {
  readonly inside: Set<string>
  /** Every entity of the run: it states where it belongs, and so also where it no longer does. */
  readonly all: ReadonlySet<string>
}

function membersBySystem(
  entities: readonly Entity[],
  mapper: Mapper,
  systems: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyMap<string, Membership>> {
  const all = new Map<string, Set<string>>(Object.values(arrayOfKind).map((key) => [key, new Set()]))
  const none = (id: string) =>
    new Map(
      [...all].map(([key, ids]) => [
        key,
        { inside: new Set<string>(), all: systems.has(id) ? ids : nothing },
      ]),
    )
  const found = new Map([...systems].map((id) => [id, none(id)]))
  for (const entity of entities) {
    const target = mapper.target(entity.ref)
    const key = arrayOfKind[recordKinds.get(entity.kind)?.name ?? '']
    if (!target || key === undefined) continue
    all.get(key)?.add(target.id)
    const systemId = idIn(entity, { key: 'system', kind: 'system', expected: kinds.system }, mapper)
    if (systemId === undefined) continue
    const members = found.get(systemId) ?? none(systemId)
    members.get(key)?.inside.add(target.id)
    found.set(systemId, members)
  }
  return found
}

/** Existing members keep their order; those that this run knows to be elsewhere are removed, new ones come last. */
function merged(current: unknown, inside: ReadonlySet<string>, all: ReadonlySet<string>): readonly string[] {
  const kept = (Array.isArray(current) ? current : []).filter((id) => inside.has(id) || !all.has(id))
  return [...new Set([...kept, ...inside])]
}

function providersByApi(
  entities: readonly Entity[],
  mapper: Mapper,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const entity of entities) {
    const provider = mapper.target(entity.ref)
    if (entity.kind !== 'component' || !provider) continue
    for (const ref of refsIn(entity, 'providesApis', 'api', mapper)) {
      const target = mapper.target(ref)
      if (target?.kind !== kinds.api) continue
      const providers = found.get(target.id) ?? new Set()
      found.set(target.id, providers.add(provider.id))
    }
  }
  return found
}
