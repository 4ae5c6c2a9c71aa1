import { kinds, lifecycles } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { annotationOf, type Entity, titleOf } from './entity.ts'
import { idIn, type Mapper, refsIn, shorten } from './mapper.ts'
import { templateFields } from './map-template.ts'
import { repositoryOf, specUrlOf } from './addresses.ts'
import { isPlain, listOf, textOf } from './values.ts'
import { apiKindOf, providerOf, resourceKindOf } from './words.ts'

/** The fields that an entity states; what it does not state is absent and stays as it is in svc. */
export const fieldsOf = (entity: Entity, mapper: Mapper): Fields => maps[entity.kind]?.(entity, mapper) ?? {}

type Map = (entity: Entity, mapper: Mapper) => Fields

const shared: Map = (entity) => ({
  name: titleOf(entity),
  description: textOf(entity.metadata.description),
})

const owned: Map = (entity, mapper) => ({
  ...shared(entity, mapper),
  ownerTeamId: idIn(entity, { key: 'owner', kind: 'group', expected: kinds.team }, mapper),
})

const tagsOf = ({ metadata }: Entity): readonly unknown[] | undefined =>
  Array.isArray(metadata.tags) ? [...new Set(metadata.tags)] : undefined

const maps: Readonly<Record<string, Map>> = {
  component(entity, mapper) {
    return {
      ...owned(entity, mapper),
      ...repositoryOf(entity).fields,
      type: textOf(entity.spec.type),
      lifecycle: lifecycleOf(entity, mapper, undefined),
      tags: tagsOf(entity),
    }
  },

  api(entity, mapper) {
    const type = textOf(entity.spec.type) ?? ''
    const kind = apiKindOf(type)
    if (kind === 'other' && type !== 'other') mapper.note(entity.ref, 'api_type', shorten(type))
    return {
      ...owned(entity, mapper),
      kind,
      lifecycle: lifecycleOf(entity, mapper, 'experimental'),
      specUrl: specUrlOf(entity, mapper),
      tags: tagsOf(entity),
    }
  },

  resource(entity, mapper) {
    const type = textOf(entity.spec.type) ?? ''
    const { annotations } = entity.metadata
    const keys = isPlain(annotations) ? Object.keys(annotations) : []
    return {
      ...owned(entity, mapper),
      kind: resourceKindOf(type),
      provider: providerOf([type, ...keys]),
      lifecycle: lifecycleOf(entity, mapper, 'experimental'),
      externalId: annotationOf(entity, 'amazon.com/arn') ?? annotationOf(entity, 'amazonaws.com/arn'),
      tags: tagsOf(entity),
    }
  },

  system: (entity, mapper) => ({
    ...owned(entity, mapper),
    domainId: idIn(entity, { key: 'domain', kind: 'domain', expected: kinds.domain }, mapper),
    lifecycle: lifecycleOf(entity, mapper, 'experimental'),
    tags: tagsOf(entity),
  }),

  domain(entity, mapper) {
    const parent = textOf(entity.spec.subdomainOf)
    if (parent !== undefined) mapper.note(entity.ref, 'subdomain', shorten(parent))
    return { ...owned(entity, mapper), tags: tagsOf(entity) }
  },

  group(entity, mapper) {
    const { profile, parent, children } = entity.spec
    if (parent !== undefined || listOf(children).length > 0) {
      mapper.note(entity.ref, 'group_hierarchy', shorten(parent ?? children))
    }
    const displayName = isPlain(profile) ? textOf(profile.displayName) : undefined
    const isTitled = textOf(entity.metadata.title) !== undefined
    const fields = shared(entity, mapper)
    return isTitled || displayName === undefined ? fields : { ...fields, name: displayName }
  },

  template: (entity, mapper) => ({
    ...shared(entity, mapper),
    ...templateFields(entity, mapper),
    tags: tagsOf(entity),
  }),
}

/** A lifecycle that svc does not know is noted. A project need not have one, so there it is left out. */
function lifecycleOf(entity: Entity, mapper: Mapper, otherwise: string | undefined): string | undefined {
  const word = textOf(entity.spec.lifecycle)
  if (word === undefined) return undefined
  const known = lifecycles.find((one) => one === word.toLowerCase())
  if (known === undefined) mapper.note(entity.ref, 'unknown_lifecycle', shorten(word))
  return known ?? otherwise
}

/** The members that a group names, and those who name it, if they are members of the organisation. */
export function membersOf(group: Entity, namedBy: readonly string[], mapper: Mapper): readonly string[] {
  const refs = new Set([...refsIn(group, 'members', 'user', mapper), ...namedBy])
  const members = [...refs].flatMap((ref) => {
    const uid = mapper.member(ref)
    if (uid === undefined) mapper.note(group.ref, mapper.isUser(ref) ? 'unknown_member' : 'unresolved', ref)
    return uid ?? []
  })
  return [...new Set(members)]
}
