import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attribute, Attributes } from '../protocol/schema.ts'
import { unknown, type Value } from '../protocol/value.ts'
import { proposedState } from './driver-proposed.ts'

const description = 'Anything.'
const text: Attribute = { type: 'string', presence: 'optional', description }
const computed: Attribute = { ...text, presence: 'computed' }
const open: Attribute = { ...text, presence: 'optional-computed' }
const nested = (
  nesting: 'single' | 'list' | 'set' | 'map',
  attributes: Attributes = { a: text, b: computed },
  presence: Attribute['presence'] = 'optional',
): Attribute => ({ nesting, presence, attributes, description })

const cases: readonly (readonly [
  about: string,
  attribute: Attribute,
  prior: Value,
  config: Value,
  expected: Value,
])[] = [
  ['what is written', open, 'p', 'c', 'c'],
  ['what is written and unknown', open, 'p', unknown, unknown],
  ['what was there, of what is computed', open, 'p', null, 'p'],
  ['nothing, where nothing is computed', text, 'p', null, null],
  [
    'a list by place',
    nested('list'),
    [{ a: 'p', b: '1' }],
    [
      { a: 'c', b: null },
      { a: 'd', b: null },
    ],
    [
      { a: 'c', b: '1' },
      { a: 'd', b: null },
    ],
  ],
  [
    'a map by key',
    nested('map'),
    { k: { a: 'p', b: '1' } },
    { k: { a: 'c', b: null }, l: { a: 'd', b: null } },
    { k: { a: 'c', b: '1' }, l: { a: 'd', b: null } },
  ],
  ['an object inside', nested('single'), { a: 'p', b: '1' }, { a: 'c', b: null }, { a: 'c', b: '1' }],
  [
    'a set by what is written',
    nested('set'),
    [
      { a: 'p', b: '1' },
      { a: 'q', b: '2' },
    ],
    [
      { a: 'q', b: null },
      { a: 'r', b: null },
    ],
    [
      { a: 'q', b: '2' },
      { a: 'r', b: null },
    ],
  ],
  [
    'a computed object that only a service can have filled in',
    nested('single', { b: computed }, 'optional-computed'),
    { b: '1' },
    null,
    { b: '1' },
  ],
  [
    'nothing for a computed object that people must have written',
    nested('single', { a: text, b: computed }, 'optional-computed'),
    { a: 'p', b: '1' },
    null,
    null,
  ],
]

for (const [about, attribute, prior, config, expected] of cases) {
  test(`a host proposes ${about}`, () => {
    assert.deepEqual(proposedState({ it: attribute }, { it: prior }, { it: config }), { it: expected })
  })
}

test('from nothing, a host proposes the configuration', () => {
  const attributes = { a: text, b: computed, l: nested('list') }
  const config = { a: 'c', b: null, l: [{ a: 'c', b: null }] }
  assert.deepEqual(proposedState(attributes, null, config), config)
})
