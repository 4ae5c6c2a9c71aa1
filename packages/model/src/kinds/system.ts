import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { lifecycles } from '../vocabulary.ts'

export const system = defineKind({
  name: 'system',
  noun: 'system',
  title: 'System',
  about: 'A group of components, APIs and resources that work together.',
  group: 'Systems',
  path: '/systems',
  table: 'systems',
  idParam: 'systemId',
  idPrefix: 'sys',
  resourceType: 'system',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'ownerTeamId', 'domainId', 'lifecycle', 'tags', 'updatedAt'],
  place: { section: 'catalog', position: 40, icon: 'layers' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    ownerTeamId: field.ref('team', {
      about: 'The team that owns it.',
      nullable: true,
      filter: true,
      responsibility: 'owns',
    }),
    domainId: field.ref('domain', {
      about: 'The domain it is part of.',
      nullable: true,
      filter: true,
      inGraph: { type: 'part_of', from: 'record' },
    }),
    lifecycle: field.oneOf(lifecycles, {
      about: 'Its lifecycle stage.',
      default: 'experimental',
      filter: true,
    }),
    componentIds: field.refs('project', {
      about: 'The projects in it.',
      default: [],
      inGraph: { type: 'part_of', from: 'target' },
    }),
    apiIds: field.refs('api', {
      about: 'The APIs in it.',
      default: [],
      inGraph: { type: 'part_of', from: 'target' },
    }),
    resourceIds: field.refs('resource', {
      about: 'The resources in it.',
      default: [],
      inGraph: { type: 'part_of', from: 'target' },
    }),
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  example: { name: 'Ordering', lifecycle: 'production', tags: ['core'] },
})
