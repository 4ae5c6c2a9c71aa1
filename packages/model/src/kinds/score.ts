import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'

const outcome = shape.object({
  ruleId: shape.text({ description: 'The rule of the scorecard.' }),
  applicable: shape.boolean({ description: 'Whether it applies to this entity.' }),
  passed: shape.boolean({ description: 'Whether the entity passes it.' }),
})

export type RuleOutcome = ValueIn<typeof outcome>

export const score = defineKind({
  name: 'score',
  noun: 'score',
  title: 'Score',
  about: 'The grade of one entity on one scorecard.',
  group: 'Scorecards',
  path: '/scores',
  table: 'scores',
  idParam: 'scoreId',
  idPrefix: 'scr',
  home: 'partition',
  labelFields: ['entityName'],
  follows: [...Object.values(entityKinds), 'scorecard'],
  verbs: [],
  fields: {
    id: { ...identity().id, traits: { about: 'Its internal id.', managed: true, internal: true } },
    scorecardId: field.ref('scorecard', { about: 'The scorecard.', filter: true, onDelete: 'remove' }),
    entityKind: field.oneOf(entityKindNames, { about: 'The kind of entity that was graded.', filter: true }),
    entityId: field.ref(
      { by: 'entityKind', kinds: entityKinds },
      { about: 'The entity that was graded.', filter: true, onDelete: 'remove' },
    ),
    entityName: field.text({ about: 'The name of that entity.' }),
    score: field.integer({ about: 'From 0 to 100.', max: 100 }),
    tier: field.text({ about: 'The highest tier reached.', nullable: true }),
    rules: field.shaped(shape.array(outcome), { about: 'The result of each rule.' }),
    computedAt: field.timestamp({ about: 'When it was graded.' }),
  },
  unique: ['scorecardId', 'entityKind', 'entityId'],
  unlogged: true,
  example: {
    scorecardId: 'scd_…',
    entityKind: 'api',
    entityId: 'api_…',
    entityName: 'Orders API',
    score: 80,
    rules: [],
    computedAt: '2026-11-01T06:00:00.000Z',
  },
})
