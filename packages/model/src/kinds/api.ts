import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { lifecycles } from '../vocabulary.ts'

export const api = defineKind({
  name: 'api',
  noun: 'API',
  title: 'Api',
  about: 'An interface that one component offers to others.',
  group: 'APIs',
  path: '/apis',
  table: 'apis',
  idParam: 'apiId',
  idPrefix: 'api',
  resourceType: 'api',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'ownerTeamId', 'componentId', 'kind', 'lifecycle', 'tags', 'updatedAt'],
  place: { section: 'catalog', position: 20, icon: 'file-code' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    componentId: field.ref('project', {
      about: 'The project that offers it.',
      nullable: true,
      filter: true,
      inGraph: { type: 'offered_by', from: 'record' },
    }),
    ownerTeamId: field.ref('team', {
      about: 'The team that owns it.',
      nullable: true,
      filter: true,
      responsibility: 'owns',
    }),
    kind: field.oneOf(['rest', 'graphql', 'grpc', 'asyncapi', 'openapi', 'other'], {
      about: 'The style of the interface.',
      default: 'rest',
      filter: true,
    }),
    lifecycle: field.oneOf(lifecycles, {
      about: 'Its lifecycle stage.',
      default: 'experimental',
      filter: true,
    }),
    specUrl: field.url({ about: 'The URL of its specification.', nullable: true }),
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  example: { name: 'Orders API', kind: 'openapi', lifecycle: 'production', tags: ['public'] },
})
