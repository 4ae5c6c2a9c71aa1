import { description, field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'

export const dependency = defineKind({
  name: 'dependency',
  noun: 'dependency edge',
  title: 'DependencyEdge',
  about: 'A directed edge: `from` depends on `to`. It never changes; delete and create to alter one.',
  group: 'Dependency edges',
  path: '/dependencies',
  table: 'dependencies',
  idParam: 'edgeId',
  idPrefix: 'edge',
  home: 'partition',
  verbs: ['list', 'create', 'delete'],
  fields: {
    ...identity(),
    fromKind: field.oneOf(entityKindNames, { about: 'What depends.', filter: true }),
    fromId: field.ref(
      { by: 'fromKind', kinds: entityKinds },
      { about: 'The record that depends.', filter: true, onDelete: 'remove' },
    ),
    toKind: field.oneOf(entityKindNames, { about: 'What is depended on.', filter: true }),
    toId: field.ref(
      { by: 'toKind', kinds: entityKinds },
      { about: 'The record depended on.', filter: true, onDelete: 'remove' },
    ),
    type: field.text({
      about: 'How it depends: depends_on, consumes_api, provides_api, calls, reads_from, writes_to, …',
      max: 64,
      pattern: '^[a-z0-9_-]{1,64}$',
      default: 'depends_on',
      filter: true,
    }),
    description,
    createdAt: field.timestamp({ about: 'When it was created.', managed: true, nullable: true }),
  },
  unique: ['fromKind', 'fromId', 'toKind', 'toId', 'type'],
  rules: [
    {
      field: 'toId',
      about: () => 'must be another record than fromId: nothing depends on itself',
      holds: ({ fromKind, fromId, toKind, toId }) => fromKind !== toKind || fromId !== toId,
    },
  ],
  example: { fromKind: 'component', fromId: 'prj_…', toKind: 'api', toId: 'api_…', type: 'consumes_api' },
})
