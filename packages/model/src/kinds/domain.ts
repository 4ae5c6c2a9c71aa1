import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'

export const domain = defineKind({
  name: 'domain',
  noun: 'domain',
  title: 'Domain',
  about: 'An area of the business; it contains systems.',
  group: 'Domains',
  path: '/domains',
  table: 'domains',
  idParam: 'domainId',
  idPrefix: 'dom',
  resourceType: 'domain',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'ownerTeamId', 'description', 'tags', 'updatedAt'],
  place: { section: 'catalog', position: 50, icon: 'shapes' },
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
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  example: { name: 'Commerce', description: 'Selling and getting paid.', tags: ['core'] },
})
