import { pageParams } from '../kind/filters.ts'
import { oncallBinding } from '../kinds/oncall-binding.ts'
import { runbook } from '../kinds/runbook.ts'
import { score } from '../kinds/score.ts'
import { shape } from '../shape/shape.ts'
import { entityKindNames } from '../vocabulary.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

export const listIssueRunbooks = {
  id: 'listIssueRunbooks',
  method: 'GET',
  path: '/issues/{issueId}/runbooks',
  summary: 'List the runbooks that help with an issue',
  about: 'The runbooks of its project that the caller may see.',
  group: 'Issues',
  scope: 'read',
  query: pageParams,
  success: {
    status: 200,
    about:
      'Those for its severity first, then the others; within each group pinned ones first, then newest first.',
    schema: listOf('runbooks', recordOf(runbook)),
  },
} as const satisfies Operation

export const refreshOnCallBinding = {
  id: 'refreshOnCallBinding',
  asksOutside: true,
  method: 'POST',
  path: '/oncall/bindings/{bindingId}/refresh',
  summary: 'Refresh who is on call now',
  about: 'Asks the provider, or works out whose turn it is in the rota.',
  group: 'On-call bindings',
  scope: 'write',
  success: { status: 200, about: 'The refreshed binding.', schema: recordOf(oncallBinding) },
  problems: ['upstream_unavailable'],
} as const satisfies Operation

export const listScorecardScores = {
  id: 'listScorecardScores',
  method: 'GET',
  path: '/scorecards/{scorecardId}/scores',
  summary: "List a scorecard's scores",
  group: 'Scorecards',
  scope: 'read',
  query: pageParams,
  success: { status: 200, about: 'Newest first.', schema: listOf('scores', recordOf(score)) },
} as const satisfies Operation

export const listScores = {
  id: 'listScores',
  method: 'GET',
  path: '/scores',
  summary: 'List the scores of all scorecards',
  group: 'Scorecards',
  scope: 'read',
  query: {
    entityKind: shape.enum(entityKindNames, { description: 'Only scores of this kind of entity.' }),
    entityId: shape.text({ maxLength: 200, description: 'Only scores of this entity.' }),
    ...pageParams,
  },
  success: { status: 200, about: 'Newest first.', schema: listOf('scores', recordOf(score)) },
} as const satisfies Operation

export const getOpenApi = {
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this API description',
  group: 'Description',
  scope: null,
  success: { status: 200, about: 'OpenAPI 3.1.', schema: shape.anyObject() },
} as const satisfies Operation
