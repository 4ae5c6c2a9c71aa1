import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectsOf, namesOf } from './effects.ts'

const person = (n: number) => ({ uid: `usr_${n}`, email: n === 2 ? null : `p${n}@example.com` })

test('a preview says what happens to whom, people together to whom the same happens', () => {
  const effects = effectsOf({
    members: 3,
    joins: [
      { ...person(1), teamId: 'team_a', mode: 'live' },
      { ...person(2), teamId: 'team_a', mode: 'test' },
      { ...person(3), teamId: 'team_a', mode: 'live' },
    ],
    leaves: [{ ...person(1), teamId: 'team_b', mode: 'live' }],
    roles: [{ ...person(1), from: 'viewer', to: 'member' }],
    heldBack: [{ ...person(3), reason: 'Owners keep their role.' }],
    truncated: false,
  })
  assert.deepEqual(
    effects.map(({ people, is }) => [is, people.map(({ uid }) => uid)]),
    [
      ['joins', ['usr_1', 'usr_3']],
      ['joins', ['usr_2']],
      ['leaves', ['usr_1']],
      ['role', ['usr_1']],
      ['held back', ['usr_3']],
    ],
  )
})

test('many people are not all named', () => {
  assert.equal(namesOf([person(1), person(2)]), 'p1@example.com, usr_2')
  assert.match(
    namesOf(Array.from({ length: 30 }, (_, n) => person(n + 10))),
    /^p10@.*p17@example\.com and 22 more$/,
  )
})
