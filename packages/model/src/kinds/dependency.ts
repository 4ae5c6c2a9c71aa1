import { description, field, identity, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'
import { worded } from '../kind/patterns.ts'

/**
 * Which end of an edge is affected when the other one fails, for the common types. For every other type it is `from`:
 * an edge says that `from` depends on `to`.
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
    'A directed edge: `from` depends on `to`, so it is affected when `to` fails. Two types work the other way round: with `provides_api` the provider’s failure affects the API, with `part_of` the part’s failure affects the whole. Edges cannot be changed; delete one and create another instead.',
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
    fromKind: field.oneOf(entityKindNames, { about: 'The kind of entity that depends.', filter: true }),
    fromId: field.ref(
      { by: 'fromKind', kinds: entityKinds },
      { about: 'The entity that depends.', filter: true, onDelete: 'remove' },
    ),
    toKind: field.oneOf(entityKindNames, { about: 'The kind of entity that is depended on.', filter: true }),
    toId: field.ref(
      { by: 'toKind', kinds: entityKinds },
      { about: 'The entity that is depended on.', filter: true, onDelete: 'remove' },
    ),
    type: field.text({
      reads: 'word',
      brief: true,
      about:
        'The type of dependency. Common types are `depends_on`, `consumes_api`, `provides_api`, `calls`, `reads_from`, `writes_to` and `part_of`; you can use any lower-case word.',
      max: 64,
      pattern: worded('^[a-z0-9_-]{1,64}$', 'must be 1 to 64 of a-z, 0-9, - and _, such as depends_on'),
      default: 'depends_on',
      filter: true,
    }),
    criticality: field.oneOf(criticalities, {
      about:
        'How critical the dependency is: `hard` if `from` fails too, `soft` if it keeps working in a degraded way.',
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
      about: () => 'must not be the same record as fromId: nothing depends on itself',
      holds: ({ fromKind, fromId, toKind, toId }) => fromKind !== toKind || fromId !== toId,
    },
  ],
  example: { fromKind: 'component', fromId: 'prj_…', toKind: 'api', toId: 'api_…', type: 'consumes_api' },
})
