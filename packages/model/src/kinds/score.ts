import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { arrayOf, closedObject } from '../kind/schema.ts'
import { entityKindNames, entityKinds } from '../vocabulary.ts'

export interface RuleOutcome {
  readonly ruleId: string
  readonly applicable: boolean
  readonly passed: boolean
}

const outcome = closedObject({
  ruleId: { type: 'string' },
  applicable: { type: 'boolean' },
  passed: { type: 'boolean' },
})

export const score = defineKind({
  name: 'score',
  noun: 'score',
  title: 'Score',
  about: 'How one entity does on one scorecard.',
  group: 'Scorecards',
  path: '/scores',
  table: 'scores',
  idParam: 'scoreId',
  idPrefix: 'scr',
  home: 'partition',
  verbs: [],
  fields: {
    id: { ...identity().id, traits: { about: 'Its own id.', managed: true, internal: true } },
    scorecardId: field.ref('scorecard', { about: 'The scorecard.', filter: true, onDelete: 'remove' }),
    entityKind: field.oneOf(entityKindNames, { about: 'What was graded.', filter: true }),
    entityId: field.ref(
      { by: 'entityKind', kinds: entityKinds },
      { about: 'Which one.', filter: true, onDelete: 'remove' },
    ),
    entityName: field.text({ about: 'Its name.' }),
    score: field.integer({ about: '0 to 100.', max: 100 }),
    tier: field.text({ about: 'The highest tier reached.', nullable: true }),
    rules: field.json<readonly RuleOutcome[]>()(arrayOf(outcome), { about: 'How each rule went.' }),
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
