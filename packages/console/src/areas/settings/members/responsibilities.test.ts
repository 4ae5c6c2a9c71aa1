import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canHandOver, responsiblePlaces } from '@svc/model'
import { movable, responsibilityWords } from './responsibility-words.ts'

const answerOf = (counts: Readonly<Record<string, number>>) => ({
  ...{ uid: 'usr_1', isActive: false },
  responsibilities: responsiblePlaces.map((place) => ({
    ...{ responsibility: place.responsibility, kind: place.kind.name, field: place.key },
    count: counts[`${place.kind.name}.${place.key}`] ?? 0,
    canHandOver: canHandOver(place),
    ...{ truncated: false, records: [] },
  })),
})

test('responsibilities are described in words, and empty ones are left out', () => {
  assert.deepEqual(responsibilityWords(answerOf({})), [])
  const some = answerOf({
    ...{ 'team.leadUid': 1, 'team.memberUids': 2, 'issue.assignedToUid': 1_200 },
    ...{ 'project.ownerTeamId': 3, 'oncall_binding.currentlyOnCallUserUid': 1 },
    ...{ 'oncall_binding.manual': 2 },
  })
  assert.deepEqual(responsibilityWords(some).toSorted(), [
    'has 1,200 issues open',
    'is in 2 teams',
    'is in the rota of 2 on-call bindings',
    'is on call for 1 on-call binding now',
    'is responsible for 3 projects of those teams',
    'leads 1 team',
  ])
  assert.equal(movable(some), 1_205, 'who is in a rota can be handed over, whose turn it is cannot')
})
