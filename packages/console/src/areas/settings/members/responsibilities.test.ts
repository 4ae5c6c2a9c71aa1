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

test('what a member is responsible for is said in words, and what is nothing is not said', () => {
  assert.deepEqual(responsibilityWords(answerOf({})), [])
  const some = answerOf({
    ...{ 'team.leadUid': 1, 'team.memberUids': 2, 'issue.assignedToUid': 1_200 },
    ...{ 'project.ownerTeamId': 3, 'oncall_binding.currentlyOnCallUserUid': 1 },
    ...{ 'oncall_binding.manual': 2 },
  })
  assert.deepEqual(responsibilityWords(some).toSorted(), [
    'answers for 3 projects of those teams',
    'has 1,200 issues open',
    'is in 2 teams',
    'is on call for 1 on-call binding now',
    'leads 1 team',
    'stands in the rota of 2 on-call bindings',
  ])
  assert.equal(movable(some), 1_205, 'whose turn it is, is not ours to say, but who stands in a rota is')
})
