import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attribute, Attributes } from '../../protocol/schema.ts'
import { unknown, type Value } from '../../protocol/value.ts'
import { reconcile } from './reconcile.ts'

const description = 'Anything.'
function isSame(a: Value, b: Value): boolean {
  assert.ok(typeof a === 'string' && typeof b === 'string')
  return a.toLowerCase() === b.toLowerCase()
}
const text: Attribute = { type: 'string', presence: 'optional', description }
const list: Attribute = { ...text, type: ['list', 'string'] }
const map: Attribute = { ...text, type: ['map', 'string'] }
const spelled: Attribute = { ...text, isSame }
const required: Attribute = { ...text, presence: 'required' }
const filled: Attribute = { ...list, presence: 'optional-computed', default: [] }
const nested = (nesting: 'single' | 'list' | 'set' | 'map', attributes: Attributes): Attribute => ({
  nesting,
  presence: 'optional',
  attributes,
  description,
})

const cases: readonly (readonly [
  about: string,
  attribute: Attribute,
  reference: Value,
  answer: Value,
  expected: Value,
])[] = [
  ['empty text for none', text, null, '', null],
  ['an empty list for none', list, null, [], null],
  ['an empty map for none', map, null, {}, null],
  ['none for empty text', text, '', null, ''],
  ['none for an empty list', list, [], null, []],
  ['none for an empty map', map, {}, null, {}],
  ['none for a value is drift', text, 'a', null, null],
  ['empty for a value is drift', list, ['a'], [], []],
  ['a value for none is drift', text, null, 'a', 'a'],
  ['what was not known is taken as it comes', list, unknown, [], []],
  ['other words for the same', spelled, 'MiXed', 'mixed', 'MiXed'],
  ['other words for something else', spelled, 'MiXed', 'other', 'other'],
  ['empty where something must be', required, null, '', ''],
  ['empty where that is the default', filled, null, [], []],
  [
    'inside an object',
    nested('single', { a: text, b: spelled }),
    { a: null, b: 'B' },
    { a: '', b: 'b' },
    { a: null, b: 'B' },
  ],
  ['inside an object that was not there', nested('single', { a: text }), null, { a: '' }, { a: null }],
  ['inside an object that was not known', nested('single', { a: text }), unknown, { a: '' }, { a: '' }],
  [
    'inside a list, place by place',
    nested('list', { a: text, b: spelled }),
    [{ a: null, b: 'B' }],
    [
      { a: '', b: 'b' },
      { a: '', b: 'b' },
    ],
    [
      { a: null, b: 'B' },
      { a: null, b: 'b' },
    ],
  ],
  ['inside a list that was not known', nested('list', { a: text }), unknown, [{ a: '' }], [{ a: '' }]],
  ['an element that was not known', nested('list', { a: text }), [unknown], [{ a: '' }], [{ a: '' }]],
  [
    'inside a map, key by key',
    nested('map', { b: spelled }),
    { k: { b: 'B' }, l: { b: 'L' } },
    { l: { b: 'l' }, k: { b: 'z' } },
    { l: { b: 'L' }, k: { b: 'z' } },
  ],
  [
    'inside a set, whatever the order',
    nested('set', { a: text, b: spelled }),
    [
      { a: null, b: 'ONE' },
      { a: 'a', b: 'TWO' },
    ],
    [
      { a: 'a', b: 'two' },
      { a: '', b: 'new' },
      { a: '', b: 'one' },
    ],
    [
      { a: 'a', b: 'TWO' },
      { a: null, b: 'new' },
      { a: null, b: 'ONE' },
    ],
  ],
  ['an empty nested list for none', nested('list', { a: text }), null, [], null],
]

for (const [about, attribute, reference, answer, expected] of cases) {
  test(about, () => {
    assert.deepEqual(reconcile({ it: attribute }, { it: reference }, { it: answer }), { it: expected })
  })
}

test('what the schema does not have is left for others to refuse', () => {
  assert.deepEqual(reconcile({ a: text }, null, { b: '' }), { b: '' })
})
