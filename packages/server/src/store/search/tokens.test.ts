import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { partitionsOf } from '../partition-id.ts'
import { gramsWanted } from './grams.ts'
import { plain } from './plain.ts'
import { tokensOf, wordsOf } from './tokens.ts'
import { wordsIn } from './words.ts'

const { live } = partitionsOf('org_1').partitions

test('words have no case and no accents, and end where people would say so', () => {
  const record = { name: 'PaymentGateway v2', description: 'Zürich/ops_team: straße', tags: ['pci-dss'] }
  assert.deepEqual(
    [...wordsOf(kinds.project, record)].toSorted(),
    [
      'dss',
      'gateway',
      'ops',
      'payment',
      'paymentgateway',
      'pci',
      'strasse',
      'team',
      'v2',
      'zurich',
    ].toSorted(),
  )
  assert.equal(plain('Ångström ŁÓDŹ'), 'angstrom lodz')
  assert.equal(plain('が한'), 'が한')
})

test('a text without spaces is found by each of its characters, and by what follows what', () => {
  assert.deepEqual(
    [...wordsOf(kinds.project, { name: '決済DB' })].toSorted(),
    ['db', '決済', '済'].toSorted(),
  )
  assert.deepEqual(wordsIn('済'), [{ text: '済', isPrefix: true }])
  assert.deepEqual(wordsIn('決済サ'), [
    { text: '決済', isPrefix: false },
    { text: '済サ', isPrefix: false },
  ])
})

test('nothing of a record belongs to two partitions or kinds', () => {
  const record = { name: 'Checkout', description: null, tags: [] }
  const of = (id: string) =>
    new Set(tokensOf(partitionsOf(id).partitions.live, kinds.project, record).split(' '))
  const theirs = of('org_2')
  assert.ok([...of('org_1')].every((token) => !theirs.has(token)))
  const apis = new Set(tokensOf(live, kinds.api, record).split(' '))
  const shared = [...of('org_1')].filter((token) => apis.has(token))
  assert.deepEqual(
    shared.map((token) => token.slice(4)),
    ['=checkout'],
    'the search over everything looks for words in all kinds at once',
  )
})

test('what is looked for is bounded, however long the text is', () => {
  const wanted = gramsWanted('all work and no play makes jack a dull boy '.repeat(20), 'p')
  assert.ok(wanted && wanted.length <= 12, String(wanted?.length))
  assert.equal(gramsWanted('   ', 'p'), undefined)
})
