import { description, field, identity, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'
import { worded } from '../kind/patterns.ts'

/**
 * Which end of an edge is hit when the other one fails, for the types that are usual. It is `from` for every other
 * type: whoever writes an edge says that `from` depends on `to`.
 */
export const edgeTypes = {
  depends_on: 'from',
  consumes_api: 'from',
  calls: 'from',
  reads_from: 'from',
  writes_to: 'from',
  provides_api: 'to',
  part_of: 'to',
  offered_by: 'from',
  owns: 'from',
} as const satisfies Readonly<Record<string, 'from' | 'to'>>

export const criticalities = ['hard', 'soft'] as const
export type Criticality = (typeof criticalities)[number]

export const dependency = defineKind({
  name: 'dependency',
  noun: 'dependency edge',
  title: 'DependencyEdge',
  about:
    'A directed edge: `from` depends on `to`, so it is hit when `to` fails. Two types are read the other way round: with `provides_api` the provider’s failure hits the API, with `part_of` the part’s failure hits the whole. An edge never changes; to alter one, delete it and create another.',
  group: 'Dependency edges',
  path: '/dependencies',
  table: 'dependencies',
  idParam: 'edgeId',
  idPrefix: 'edge',
  resourceType: 'dependency_edge',
  home: 'partition',
  columns: ['fromId', 'type', 'toId', 'criticality', 'description', 'createdAt'],
  follows: [...Object.values(entityKinds), 'team', 'issue', 'slo', 'oncall_binding'],
  verbs: ['list', 'create', 'delete'],
  fields: {
    ...identity(),
    fromKind: field.oneOf(entityKindNames, { about: 'What sort of entity depends.', filter: true }),
    fromId: field.ref(
      { by: 'fromKind', kinds: entityKinds },
      { about: 'The entity that depends.', filter: true, onDelete: 'remove' },
    ),
    toKind: field.oneOf(entityKindNames, { about: 'What sort of entity is depended on.', filter: true }),
    toId: field.ref(
      { by: 'toKind', kinds: entityKinds },
      { about: 'The entity that is depended on.', filter: true, onDelete: 'remove' },
    ),
    type: field.text({
      reads: 'word',
      brief: true,
      about:
        'How it depends. Usual are `depends_on`, `consumes_api`, `provides_api`, `calls`, `reads_from`, `writes_to` and `part_of`; any word in lower case will do.',
      max: 64,
      pattern: worded('^[a-z0-9_-]{1,64}$', 'must be 1 to 64 of a-z, 0-9, - and _, such as depends_on'),
      default: 'depends_on',
      filter: true,
    }),
    criticality: field.oneOf(criticalities, {
      about:
        'How much it depends: `hard` where it fails too, `soft` where it goes on with less, as without recommendations.',
      default: 'hard',
    }),
    description,
    createdAt: field.timestamp({
      ...bookkeeping,
      about: 'When it was created.',
      managed: true,
      nullable: true,
    }),
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
