import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'

export const link = defineKind({
  name: 'link',
  noun: 'link',
  title: 'Link',
  about: 'A page that belongs to an entity: its dashboard, its logs, its documentation.',
  group: 'Links',
  path: '/links',
  table: 'links',
  idParam: 'linkId',
  idPrefix: 'lnk',
  home: 'partition',
  labelFields: ['title'],
  columns: ['title', 'entityId', 'type', 'url', 'updatedAt'],
  verbs,
  fields: {
    ...identity(),
    title: field.name({ about: 'Its title.' }),
    url: field.url({ about: 'The URL of the page.' }),
    type: field.oneOf(['dashboard', 'docs', 'logs', 'chat', 'repository', 'ticket', 'other'], {
      brief: true,
      about: 'The type of page.',
      default: 'other',
      filter: true,
    }),
    entityKind: field.oneOf(entityKindNames, {
      about: 'The kind of entity it belongs to.',
      immutable: true,
      filter: true,
    }),
    entityId: field.ref(
      { by: 'entityKind', kinds: entityKinds },
      { about: 'The entity it belongs to.', immutable: true, filter: true, onDelete: 'remove' },
    ),
    ...timestamps(),
  },
  search: ['title'],
  alsoFoundBy: ['url'],
  example: {
    title: 'Checkout latency',
    url: 'https://grafana.example.com/d/checkout',
    type: 'dashboard',
    entityKind: 'component',
    entityId: 'prj_…',
  },
})
